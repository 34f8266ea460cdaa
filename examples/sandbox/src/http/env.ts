import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Account } from '../auth/account.ts';
import type { Services } from '../services.ts';

/** What every handler finds in its context. */
export interface AppEnv {
  Bindings: {
    /** There when the call came over a port. */
    readonly incoming?: IncomingMessage;
  };
  Variables: {
    services: Services;
    requestId: string;
    account: Account | undefined;
  };
}

export type AppContext = Context<AppEnv>;
