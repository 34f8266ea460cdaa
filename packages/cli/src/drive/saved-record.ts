import type { AnyResource, FormEffect } from '@forecourt/core';
import type { Work } from '../work.ts';
import type { Saved } from './save-record.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** 'ManageCard Updated Successfully (card 5)'. */
export const aboutRecord = ({ noun }: AnyResource, message: string, id: string): string =>
  id === '' ? message : `${message} (${noun[0]} ${id})`;

/** 'Rights gained: Cards (read, create), Users (read)'; nothing where nothing of the kind happened. */
const effectLines = (effects: readonly FormEffect[]): string[] =>
  effects
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => {
      const named = lines.map(({ label, values }) => `${label} (${values.join(', ')})`);
      return `${title}: ${named.join(', ')}`;
    });

/** The same as data: by the effect's name, each line with its key. */
const effectData = (effects: readonly FormEffect[]): object =>
  effects.length === 0
    ? {}
    : { effects: Object.fromEntries(effects.map(({ name, lines }) => [name, lines])) };

/**
 * Tells what was saved: the record with `--json`, else the operation's text and the record's id. What it
 * brought about beyond the fields follows (USER-07), in JSON as `effects`; then what others changed
 * meanwhile, in JSON as `meanwhile` (WIRE-05).
 */
export function formatSaved(
  { operation, output }: Work,
  definition: AnyResource,
  { effects = [], meanwhile, message, record }: Saved,
): void {
  const id = isObject(record) ? definition.id(record) : '';
  output.result({
    // An answer that can't be read says nothing of the record; that it was made is known.
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
