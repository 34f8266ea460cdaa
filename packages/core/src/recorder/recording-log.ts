import type { Masker, Room } from './mask.ts';
import type { RecordOptions } from './record.types.ts';
import type { Json } from './recording.types.ts';

/** Version of the format that is written. */
export const RECORDING_VERSION = 1;

/** Bytes of one value that are kept whole; of a larger one, a summary of about SUMMARY bytes. */
const WHOLE = 256 * 1024;
const SUMMARY = 16 * 1024;
/** Items of each list in a summary. */
const SUMMARY_ITEMS = 10;
const MAX_BYTES = 8 * 1024 * 1024;
/** Beyond the limit, a line keeps its facts without values; after as much again, only the end is written. */
const BARE_FACTOR = 2;

/** Members of a line that carry values of the run; the others are the recorder's own. */
const VALUES = ['event', 'input', 'output', 'error', 'snapshot', 'access', 'set'] as const;

/** A value as text, whole or summarised. */
export interface Shown {
  readonly text: string;
  readonly cut: boolean;
}

/** Writes the lines of a recording, within its limits. */
export function recordingLog(options: RecordOptions, masker: Masker) {
  const { maxBytes = MAX_BYTES, now = Date.now, write } = options;
  const kept: string[] = [];
  const startedAt = now();
  let bytes = 0;
  let ended = false;
  let limited = false;

  const at = (): number => Math.max(0, Math.round(now() - startedAt));
  const put = (text: string) => {
    bytes += text.length + 1;
    if (write) write(text);
    else kept.push(text);
  };
  const limit = () => {
    if (limited) return;
    limited = true;
    put(JSON.stringify({ kind: 'limit', at: at(), bytes: maxBytes }));
  };

  /** Masks a value, also by its name; a large one is summarised. Undefined for what JSON doesn't have. */
  function shown(value: unknown, name = ''): Shown | undefined {
    const room: Room = { left: WHOLE, cut: false };
    const whole = masker.json(value, room, name);
    if (whole === undefined) return undefined;
    if (room.left > 0) return { text: JSON.stringify(whole), cut: room.cut };
    const small: Room = { left: SUMMARY, cut: true, most: SUMMARY_ITEMS };
    return { text: JSON.stringify(masker.json(value, small, name)), cut: true };
  }

  function line(facts: Readonly<Record<string, unknown>>, when = at()): void {
    if (ended) return;
    if (bytes > maxBytes) limit();
    if (bytes > maxBytes * BARE_FACTOR) return;
    const parts: string[] = [];
    let cut = facts.cut === true;
    for (const [name, fact] of Object.entries({ at: when, ...facts })) {
      if (fact === undefined || name === 'cut') continue;
      if (!(VALUES as readonly string[]).includes(name)) {
        parts.push(`${JSON.stringify(name)}:${JSON.stringify(ownFact(masker, fact))}`);
        continue;
      }
      const value =
        name === 'set' ? (fact as unknown as Shown) : limited ? bareValue(fact) : shown(fact);
      if (value === undefined) continue;
      cut ||= value.cut;
      parts.push(`${JSON.stringify(name)}:${value.text}`);
    }
    put(`{${parts.join(',')}${cut ? ',"cut":true' : ''}}`);
  }

  /** Of a value beyond the limit only its type is left. */
  const bareValue = (value: unknown): Shown => {
    const { type } = (value ?? {}) as { readonly type?: unknown };
    const bare: Json = typeof type === 'string' ? { type: masker.text(type) } : {};
    return { text: JSON.stringify(bare), cut: true };
  };

  const { by, command } = options;
  put(
    JSON.stringify({
      ...{ forecourt: 'recording', version: RECORDING_VERSION },
      ...{ startedAt: new Date(startedAt).toISOString(), by, command },
    }),
  );
  return {
    at,
    line,
    shown,
    limited: () => limited,
    /** Writes the last line, whatever the limits say. */
    end({ exitCode, message }: { readonly exitCode?: number; readonly message?: string }): void {
      if (ended) return;
      ended = true;
      const text = message === undefined ? undefined : masker.text(message);
      put(JSON.stringify({ at: at(), kind: 'end', exitCode, message: text }));
    },
    text: () => kept.map((one) => `${one}\n`).join(''),
  };
}

/** Writes the lines of a recording. */
export type RecordingLog = ReturnType<typeof recordingLog>;

const ownFact = (masker: Masker, fact: unknown): unknown =>
  typeof fact === 'string' ? masker.text(fact) : fact;
