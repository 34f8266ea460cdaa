import type { AnyResource, FormEffect } from '@forecourt/core';
import type { Work } from '../work.ts';
import type { Saved } from './save-record.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** 'ManageCard Updated Successfully (card 5)'. */
export const aboutRecord = ({ noun }: AnyResource, message: string, id: string): string =>
  id === '' ? message : `${message} (${noun[0]} ${id})`;

/** 'Rights gained: Cards (read, create), Users (read)'; no lines without effects. */
const effectLines = (effects: readonly FormEffect[]): string[] =>
  effects
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines, sentence }) => {
      if (sentence !== undefined) return sentence;
      const named = lines.map(({ label, values }) => `${label} (${values.join(', ')})`);
      return `${title}: ${named.join(', ')}`;
    });

/** The same as data, keyed by effect; each line has its key. */
const effectData = (effects: readonly FormEffect[]): object =>
  effects.length === 0
    ? {}
    : { effects: Object.fromEntries(effects.map(({ name, lines }) => [name, lines])) };

/**
 * Prints the saved record: as JSON with `--json`, else the operation's text and the record's id.
 * Then its effects (USER-07; `effects` in JSON) and what others changed in the meantime (WIRE-05;
 * `meanwhile` in JSON).
 */
export function formatSaved(
  { operation, output }: Work,
  definition: AnyResource,
  { effects = [], meanwhile, message, record }: Saved,
): void {
  const id = isObject(record) ? definition.id(record) : '';
  output.result({
    // An unreadable answer leaves the record unknown, but it was created.
    document: {
      ...(isObject(record) ? record : { ok: true, operation, message }),
      ...effectData(effects),
      ...(meanwhile !== undefined && { meanwhile }),
    },
    text: () =>
      [
        aboutRecord(definition, message, id),
        ...effectLines(effects),
        ...(meanwhile === undefined ? [] : [meanwhile]),
      ].join('\n'),
  });
}
