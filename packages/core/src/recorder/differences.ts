import type { Json } from './recording.types.ts';

/** A place where two JSON values differ. */
export interface Difference {
  /** 'data.rows[3].name'; '' for the values themselves. */
  readonly path: string;
  readonly recorded: unknown;
  readonly now: unknown;
}

/** A random key: 16 bytes in hex, or a UUID. Another run has another one. */
const RANDOM = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
/** Where a call has its key, in whatever form. */
const KEY = /(?:^|\.)(?:idempotency)?(?:key|nonce)$/i;

/** Which random key of a replay stands where which recorded one stood. */
export interface Keys {
  readonly known: Map<string, string>;
  /** In the input of a call, what is called a key is one, whatever it looks like. */
  readonly byName?: boolean;
}

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The end of a list that was recorded in part. */
export const isMore = (value: Json | undefined): boolean => isObject(value) && '$more' in value;

const join = (path: string, part: string | number): string =>
  typeof part === 'number' ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`;

/**
 * Returns the first differences of two JSON values. Random keys are the same if each stands where the recorded
 * one stood. What was left out of the recording is not compared.
 */
export function differencesOf(
  recorded: Json | undefined,
  now: Json | undefined,
  keys: Keys,
  path = '',
): Difference[] {
  if (typeof recorded === 'string' && typeof now === 'string') {
    if (recorded === now) return [];
    const isKey = keys.byName === true && KEY.test(path);
    if (isKey || (RANDOM.test(recorded) && RANDOM.test(now))) {
      const known = keys.known.get(recorded);
      if (known === undefined) keys.known.set(recorded, now);
      if (known === undefined || known === now) return [];
    }
    return [{ path, recorded, now }];
  }
  if (Array.isArray(recorded) && Array.isArray(now)) {
    const isPart = isMore(recorded.at(-1));
    const found = recorded
      .slice(0, isPart ? -1 : undefined)
      .flatMap((item, index) => differencesOf(item, now[index], keys, join(path, index)));
    if (isPart || now.length <= recorded.length) return found;
    return [
      ...found,
      { path: join(path, recorded.length), recorded: undefined, now: now[recorded.length] },
    ];
  }
  if (isObject(recorded) && isObject(now)) {
    const isPart = '$more' in recorded;
    const members = new Set([...Object.keys(recorded), ...(isPart ? [] : Object.keys(now))]);
    members.delete('$more');
    return [...members].flatMap((key) =>
      differencesOf(
        Object.hasOwn(recorded, key) ? recorded[key] : undefined,
        Object.hasOwn(now, key) ? now[key] : undefined,
        keys,
        join(path, key),
      ),
    );
  }
  return recorded === now ? [] : [{ path, recorded, now }];
}

/** What is left of a view that was computed from a summary: its state, what it needs and what it allows. */
export function outlineOf(view: Json): Json {
  if (!isObject(view)) return view;
  const { status, step, busy, needs, commands } = view;
  return {
    ...(status !== undefined && { status }),
    ...(step !== undefined && { step }),
    ...(busy !== undefined && { busy }),
    ...(Array.isArray(needs) && {
      needs: needs.map((need) => (isObject(need) ? (need.name ?? null) : null)),
    }),
    ...(isObject(commands) && {
      commands: Object.fromEntries(
        Object.entries(commands).map(([name, command]) => [
          name,
          isObject(command) ? (command.allowed ?? null) : null,
        ]),
      ),
    }),
  };
}
