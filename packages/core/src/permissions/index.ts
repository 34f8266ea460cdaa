export { ACTIONS, type Action, type Requirement } from './actions.ts';
export {
  type AccessRefusalCode,
  ALLOWED,
  can,
  canOn,
  type Decision,
  type Explanation,
  explain,
  explainAll,
  hasRight,
  type Refusal,
  RIGHTS_NOT_LOADED,
  refused,
  screenOf,
  toMenuAccess,
} from './can.ts';
export {
  type Grants,
  type Menu,
  type MenuAccess,
  type MenuRights,
  RIGHTS,
  type Right,
  SCREEN_MENUS,
  SCREEN_NAMES,
  type Screen,
  type ScreenCode,
} from './rights.ts';
