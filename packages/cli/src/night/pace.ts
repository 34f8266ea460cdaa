import type { Client, ClientOptions } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { sleep } from '../runtime.ts';

/** Spaces requests to the service evenly (`--max-rate`). */
export interface Pace {
  /** For the client's own retries: waits the retry's delay, then for the next turn. */
  readonly sleep: NonNullable<ClientOptions['sleep']>;
  /** Wraps a client so that its calls wait for their turn before their time limit starts. */
  paced(client: Client): Client;
}

const MINUTE_MS = 60_000;
const MOST = 60_000;

/** Parses '120/min' or '120' as requests a minute. Returns undefined without the option. */
export function readPace(provided: unknown): Pace | undefined {
  if (provided === undefined) return undefined;
  const [, number = ''] = /^(\d{1,5})(?:\/min)?$/.exec(String(provided).trim()) ?? [];
  const perMinute = Number(number);
  if (perMinute < 1 || perMinute > MOST) {
    throw usageError("--max-rate is a number of requests a minute: '120/min'.");
  }
  return paceOf(MINUTE_MS / perMinute);
}

function paceOf(gapMs: number): Pace {
  let next = 0;
  const turn: Pace['sleep'] = async (ms, signal) => {
    const now = performance.now();
    const at = Math.max(now + ms, next);
    next = at + gapMs;
    if (at > now) await sleep(at - now, signal);
  };
  return {
    sleep: turn,
    paced: (client) => ({
      ...client,
      http: {
        json: async (call, schema) => {
          await turn(0, call.signal);
          return client.http.json(call, schema);
        },
        download: async (call) => {
          await turn(0, call.signal);
          return client.http.download(call);
        },
      },
    }),
  };
}
