import {
  accountSwitchPorts,
  accountSwitchWorkflow,
  type Client,
  memoryStore,
  type SessionStore,
} from '@forecourt/core';
import { portalClient } from '../../platform/portal-client.ts';
import { startAnew } from '../../platform/start-anew.ts';

/** Nothing known of the former account may stay beside what is known of the next. */
const UNKNOWN = {
  user: undefined,
  company: undefined,
  screens: undefined,
  access: undefined,
  switchEligible: undefined,
  actingFor: undefined,
} as const;

const START = '/managercards';

interface Provided {
  /** The page's own authorization, which the copy began with or switched back to. */
  own: string | undefined;
  /** The last one that the service gave in its place. */
  reached: string | undefined;
}

/** The own session, in memory. A service that refuses it ends the page's session too (AUTH-09). */
function copyOf({ session }: Client) {
  const copy = memoryStore(session.current);
  const provided: Provided = { own: session.authorization(), reached: undefined };
  const store: SessionStore = {
    ...copy,
    save(state) {
      if (state.authorization !== provided.own) provided.reached = state.authorization;
      copy.save(state);
    },
    clear() {
      if (copy.load()?.authorization === provided.own) session.end();
      copy.clear();
    },
  };
  return { provided, store };
}

/**
 * The way into a managed account, or back. It is gone on a copy of the session: until `enter`, this page
 * and all other tabs keep the account they have, however the switch ends (AUTH-06, AUTH-07).
 */
export function crossing(client: Client, direction: 'to' | 'back') {
  const { provided, store } = copyOf(client);
  const ahead = portalClient(store);
  return {
    workflow: accountSwitchWorkflow(accountSwitchPorts(ahead), direction),
    /** Takes the session that was reached, and starts the portal anew: nothing loaded before is shown. */
    enter(): void {
      const next = ahead.session.current;
      if (next === undefined) return;
      client.session.update({ ...UNKNOWN, ...next });
      startAnew(START);
    },
    /**
     * After a switch that failed: the service ends an authorization as it gives another one. Where it was switched
     * back, this page goes on with the new one as if nothing was; otherwise the authorization alone is taken, and
     * the portal loads its rights as it starts. False where this page stays.
     */
    enterBare(): boolean {
      const { reached } = provided;
      const now = ahead.session.current;
      if (reached === undefined) return false;
      if (direction === 'to' && now?.authorization === reached && now.access !== undefined) {
        provided.own = reached;
        provided.reached = undefined;
        client.session.update({ authorization: reached });
        return false;
      }
      client.session.update({ ...UNKNOWN, authorization: reached });
      startAnew(START);
      return true;
    },
  };
}
