export { ACTIONS, type Action, type Requirement } from './actions.ts';
export {
  ALLOWED,
  can,
  canOn,
  type Decision,
  type Explanation,
  explain,
  explainAll,
  hasRight,
  type Refusal,
  refused,
  screenOf,
  toMenuAccess,
} from './can.ts';
export {
  type Menu,
  type MenuAccess,
  type MenuRights,
  RIGHTS,
  type Right,
  SCREEN_MENUS,
  type Screen,
  type ScreenCode,
} from './rights.ts';
