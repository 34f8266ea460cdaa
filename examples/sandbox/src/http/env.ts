import type { IncomingMessage } from 'node:http';
import type { Action } from '@forecourt/core';
import type { Context } from 'hono';
import type { Account } from '../auth/account.ts';
import type { Services } from '../services.ts';
import type { ThreadCall } from '../threads/messages.ts';
import type { ClaimedCall } from './claimed-call.ts';

/** Where the calls of the contract begin. */
export const API_PATH = '/api/v1';

/** What every handler finds in its context. */
export interface AppEnv {
  Bindings: {
    /** There when the call came over a port. */
    readonly incoming?: IncomingMessage;
    /** In a thread: the call as it was handed over. */
    readonly call?: ThreadCall;
  };
  Variables: {
    services: Services;
    requestId: string;
    account: Account | undefined;
    /** What is said to a call without an account. */
    refusal: string;
    /** Where the call comes from, behind trusted proxies too. */
    address: string;
    /** In a thread: what the account may do was looked at before. */
    permitted: true | undefined;
    /** What the call does, by core's table; set once it is permitted. */
    action: Action | undefined;
    /** The record that the call's address names. */
    recordId: string | undefined;
    /** The body, once it was read. */
    bodyText: string | undefined;
    /** What the call's Idempotency-Key was claimed for, where it has one. */
    claim: ClaimedCall | undefined;
  };
}

export type AppContext = Context<AppEnv>;
