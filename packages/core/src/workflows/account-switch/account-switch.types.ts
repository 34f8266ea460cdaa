import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { ActionView } from '../action/action.types.ts';
import type { ReadOptions } from '../record/record.types.ts';

export interface AccountSwitchPorts {
  /**
   * Acts for that account from now on: the new authorization is stored and the access loaded anew, or it
   * rejects with an ApiError and everything is as before (AUTH-06).
   */
  switchTo(id: string, signal: AbortSignal): Promise<void>;
  /** Back to the own account, in the same way (AUTH-07). */
  switchBack(signal: AbortSignal): Promise<void>;
  /** Has the accounts that may be switched into, as 'switchAccounts'. */
  readonly options: ReadOptions;
  access(): MenuAccess | undefined;
  /** May this user switch, and is there something to switch back from? */
  eligible(direction: 'to' | 'back'): Decision;
}

/** As any action: asks for `account`, or, on the way back, for nothing. */
export type AccountSwitchView = ActionView;
