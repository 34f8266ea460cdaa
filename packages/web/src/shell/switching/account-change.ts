/**
 * Switching accounts. This folder has the dialog, the banner and the change of session; the
 * workflow itself belongs in core.
 */
import {
  accountSwitchPorts,
  accountSwitchWorkflow,
  type Client,
  memoryStore,
  type SessionStore,
} from '@forecourt/core';
import { portalClient } from '../../platform/portal-client.ts';
import { startAnew } from '../../platform/start-anew.ts';

/** Clears what is known of the former account before the next one's data apply. */
const UNKNOWN = {
  user: undefined,
  company: undefined,
  screens: undefined,
  access: undefined,
  switchEligible: undefined,
  actingFor: undefined,
} as const;

const START = '/managercards';

interface Issued {
  /** The page's own authorization, from the start or after switching back. */
  own: string | undefined;
  /** The latest authorization that the service issued instead. */
  reached: string | undefined;
}

/** An in-memory copy of the session. If the service refuses it, the page's session ends too (AUTH-09). */
function copyOf({ session }: Client) {
  const copy = memoryStore(session.current);
  const issued: Issued = { own: session.authorization(), reached: undefined };
  const store: SessionStore = {
    ...copy,
    save(state) {
      if (state.authorization !== issued.own) issued.reached = state.authorization;
      copy.save(state);
    },
    clear() {
      if (copy.load()?.authorization === issued.own) session.end();
      copy.clear();
    },
  };
  return { issued, store };
}

/**
 * Switches to a managed account, or back. Works on a copy of the session: until `enter`, this page
 * and all other tabs keep their account, however the switch ends (AUTH-06, AUTH-07).
 */
export function accountChange(client: Client, direction: 'to' | 'back') {
  const { issued, store } = copyOf(client);
  const ahead = portalClient(store);
  return {
    workflow: accountSwitchWorkflow(accountSwitchPorts(ahead), direction),
    /** Takes over the new session and reloads the portal, so that nothing loaded before is shown. */
    enter(): void {
      const next = ahead.session.current;
      if (next === undefined) return;
      client.session.update({ ...UNKNOWN, ...next });
      startAnew(START);
    },
    /**
     * Handles a failed switch, because the service ends one authorization when it issues another.
     * If the switch was reverted, the page continues with the new authorization. Otherwise it takes
     * only the authorization, and the portal reloads and fetches its rights. Returns false when the
     * page stays.
     */
    enterBare(): boolean {
      const { reached } = issued;
      const now = ahead.session.current;
      if (reached === undefined) return false;
      if (direction === 'to' && now?.authorization === reached && now.access !== undefined) {
        issued.own = reached;
        issued.reached = undefined;
        client.session.update({ authorization: reached });
        return false;
      }
      client.session.update({ ...UNKNOWN, authorization: reached });
      startAnew(START);
      return true;
    },
  };
}
