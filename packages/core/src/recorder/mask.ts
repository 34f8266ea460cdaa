import { Decimal } from '../format/decimal.ts';
import { etagOf } from '../http/bodies.ts';
import { createTextMasker, HIDDEN } from './mask-text.ts';
import type { Json } from './recording.types.ts';

/** What a name says about its value. */
type Hint = 'secret' | 'card' | Within | undefined;
/** What is inside a named object: an issue of a password isn't the password. */
type Within = 'of secret' | 'of card';

const SECRET =
  /passw(?:or)?d|passphrase|passcode|^pwd$|secret|token|^authori[sz]ation$|cookie|credential|api[-_ ]?key|private[-_ ]?key|^(?:pin|cvv|cvc|otp)$/i;
const CARD = /card[-_ ]*(?:num|no$|nr|#)|^card$|^pan$/i;
/** Members that name what the other members are about: a need's name, a filter's field. */
const NAMES = ['name', 'field', 'column', 'pointer', 'key', 'label'];
/** Members that carry what is named. */
const VALUES = ['value', 'values', 'reads', 'from', 'to', 'text'];

/** Milliseconds since 1970, in our days. */
const INSTANT = /^1\d{12}$/;

const LONGEST_TEXT = 4000;
const SUMMARY_TEXT = 400;

/** Members that say what is wrong with a secret, and never the secret itself. */
const SAID = ['code', 'message', 'label', 'rule', 'kind', 'type'];

/** Bytes that a value may still take, and whether something was left out. */
export interface Room {
  left: number;
  cut: boolean;
  /** Most items of a list and members of an object, for a summary; absent while all is kept. */
  readonly most?: number;
}

const hintOf = (name: string): Hint =>
  SECRET.test(name) ? 'secret' : CARD.test(name) ? 'card' : undefined;

const within = (hint: NonNullable<Hint>): Within =>
  hint === 'secret' || hint === 'of secret' ? 'of secret' : 'of card';

/**
 * Turns values into JSON without secrets and card numbers: by their names, by their form, and by what is known
 * of this run (a password that was typed is hidden in every later text). Files become name and size, functions
 * are left out, and what goes beyond the room is summarised: `$more` counts what is missing.
 */
export function createMasker(more: (text: string) => string = (text) => text) {
  const { cardText, keepCard, keepSecret, text } = createTextMasker(more);
  /** Needs whose answer is secret, whatever their name. */
  const secretNames = new Set<string>();

  function shownText(value: string, hint: Hint, room: Room): string {
    if (hint === 'secret' || hint === 'of secret') {
      // Parts may be ordinary words, which other texts have too.
      if (hint === 'secret') keepSecret(value);
      return value === '' ? value : HIDDEN;
    }
    const longest = room.most === undefined ? LONGEST_TEXT : SUMMARY_TEXT;
    // Masked before it is shortened, so that no half of a number is left.
    const shown = text(hint ? cardText(value) : value);
    if (shown.length <= longest) return shown;
    room.cut = true;
    return `${shown.slice(0, SUMMARY_TEXT)}… (${shown.length} characters)`;
  }

  /** A number that reads like a card number becomes text; an instant in ms stays one. */
  function shownNumber(value: number): Json {
    if (!Number.isFinite(value)) return null;
    const shown = INSTANT.test(String(value)) ? String(value) : text(String(value));
    return shown === String(value) ? value : shown;
  }

  function items(list: readonly unknown[], hint: Hint, room: Room, above: readonly object[]): Json {
    const shown: Json[] = [];
    for (const item of list) {
      if (room.left <= 0 || shown.length >= (room.most ?? list.length)) break;
      shown.push(plain(item, hint, room, above) ?? null);
    }
    const missing = list.length - shown.length;
    if (missing > 0) room.cut = true;
    return missing > 0 ? [...shown, { $more: missing }] : shown;
  }

  function entries(
    map: ReadonlyMap<unknown, unknown>,
    hint: Hint,
    room: Room,
    above: readonly object[],
  ): Json {
    return [...map].map(([name, value]) => [
      plain(name, undefined, room, above) ?? null,
      plain(value, hint ?? hintOf(String(name)), room, above) ?? null,
    ]);
  }

  function members(value: object, hint: Hint, room: Room, above: readonly object[]): Json {
    const shown = new Map<string, Json>();
    const named = namedHint(value);
    const all = Object.entries(value);
    for (const [index, [name, member]] of all.entries()) {
      // A summary keeps the shape: what reads it finds each member, lists only shorter.
      const isFull = room.most === undefined ? room.left <= 0 : index >= room.most * 10;
      if (isFull) {
        room.cut = true;
        shown.set('$more', all.length - index);
        break;
      }
      const inherited = hint === undefined || SAID.includes(name) ? undefined : within(hint);
      const own = hintOf(name) ?? (VALUES.includes(name) ? named : undefined) ?? inherited;
      const json = plain(member, own, room, above);
      if (json === undefined) continue;
      const key = text(name);
      room.left -= key.length + 4;
      shown.set(key, json);
    }
    const tag = etagOf(value);
    if (tag !== undefined) shown.set('$etag', tag);
    return Object.fromEntries(shown);
  }

  function namedHint(value: object): Hint {
    for (const name of NAMES) {
      const called: unknown = (value as Record<string, unknown>)[name];
      if (typeof called !== 'string') continue;
      if (secretNames.has(called) && name === 'name') return 'secret';
      const hint = hintOf(called);
      if (hint) return hint;
    }
    return undefined;
  }

  function plain(
    value: unknown,
    hint: Hint,
    room: Room,
    above: readonly object[],
  ): Json | undefined {
    if (typeof value === 'string') {
      const shown = shownText(value, hint, room);
      room.left -= shown.length + 2;
      return shown;
    }
    if (typeof value === 'number' && hint !== undefined)
      return shownText(String(value), hint, room);
    room.left -= 4;
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') return shownNumber(value);
    if (typeof value === 'bigint') return shownText(String(value), hint, room);
    if (typeof value !== 'object') return undefined;
    if (above.includes(value)) return { $again: above.length - above.indexOf(value) };
    return ofObject(value, hint, room, [...above, value]);
  }

  function ofObject(
    value: object,
    hint: Hint,
    room: Room,
    above: readonly object[],
  ): Json | undefined {
    if (Array.isArray(value)) return items(value, hint, room, above);
    if (typeof Blob === 'function' && value instanceof Blob) {
      const name = 'name' in value ? text(String(value.name)) : '';
      return { $blob: { name, size: value.size } };
    }
    if (isFile(value)) return { $file: { name: text(value.name), size: value.blob.size } };
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
      return { $bytes: value.byteLength };
    if (value instanceof Map) return { $map: entries(value, hint, room, above) };
    if (value instanceof Set) return { $set: items([...value], hint, room, above) };
    if (value instanceof Decimal) return { $decimal: text(String(value)) };
    if (value instanceof Error) return members(errorFacts(value), hint, room, above);
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      return plain(value.toJSON(), hint, room, above);
    }
    return members(value, hint, room, above);
  }

  return {
    text,
    keepSecret,
    /** Hides the answers to a need of this name. */
    keepSecretName: (name: string) => void secretNames.add(name),
    keepCard,
    /** Undefined for what JSON doesn't have. `name` is that of the member which has the value. */
    json: (value: unknown, room: Room, name = ''): Json | undefined =>
      plain(value, hintOf(name), room, []),
  };
}

/** Turns values into masked JSON. */
export type Masker = ReturnType<typeof createMasker>;

const isFile = (value: object): value is { readonly name: string; readonly blob: Blob } =>
  'blob' in value && typeof Blob === 'function' && value.blob instanceof Blob && 'name' in value;

/** Name, message and the own members of an error: code, outcome, status. No stack. */
function errorFacts(error: Error): object {
  const { cause, current } = error as { readonly cause?: unknown; readonly current?: unknown };
  const { cause: _, message: __, stack: ___, ...own } = { ...error } as Partial<Error>;
  // The service's answer behind an error of ours; any other cause is a library's own.
  const isAnswer = cause instanceof Error && cause.name === 'ApiError';
  return {
    ...{ $error: error.name, message: error.message },
    ...own,
    ...(current !== undefined && { current }),
    ...(isAnswer && { cause }),
  };
}
