import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Action } from '@forecourt/core';
import type { Context } from 'hono';
import type { Account } from '../auth/account.ts';
import type { Services } from '../services.ts';
import type { ThreadCall } from '../threads/messages.ts';
import type { ClaimedCall } from './claimed-call.ts';

/** Base path of the contract's calls. */
export const API_PATH = '/api/v1';

/** The context of every handler. */
export interface AppEnv {
  Bindings: {
    /** Present if the call arrived over the network. */
    readonly incoming?: IncomingMessage;
    readonly outgoing?: ServerResponse;
    /** In a thread, the call as received. */
    readonly call?: ThreadCall;
  };
  Variables: {
    services: Services;
    requestId: string;
    account: Account | undefined;
    /** The detail of the 401 for a call without an account. */
    refusal: string;
    /** Where the call comes from, also behind trusted proxies. */
    address: string;
    /** In a thread, permissions were checked before. */
    permitted: true | undefined;
    /** The call's action in core's table; set once it is permitted. */
    action: Action | undefined;
    /** The record that the call's path names. */
    recordId: string | undefined;
    /** The body, once read. */
    bodyText: string | undefined;
    /** The claim of the call's Idempotency-Key, if it has one. */
    claim: ClaimedCall | undefined;
  };
}

export type AppContext = Context<AppEnv>;
