import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { ActionView } from '../action/action.types.ts';
import type { ReadOptions } from '../record/record.types.ts';

/** Effects of switching accounts. */
export interface AccountSwitchPorts {
  /**
   * Switches to that account: stores the new authorization and reloads the access. Rejects with an ApiError
   * and leaves everything unchanged (AUTH-06).
   */
  switchTo(id: string, signal: AbortSignal): Promise<void>;
  /** Switches back to the user's own account, with the same guarantees (AUTH-07). */
  switchBack(signal: AbortSignal): Promise<void>;
  /** Loads the accounts available for switching, as reference 'switchAccounts'. */
  readonly options: ReadOptions;
  access(): MenuAccess | undefined;
  /** Returns whether this user may switch, or has something to switch back from. */
  eligible(direction: 'to' | 'back'): Decision;
}

/** Like any action: asks for `account`, or for nothing on the way back. */
export type AccountSwitchView = ActionView;
