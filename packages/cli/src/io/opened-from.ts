import {
  type AnyResource,
  type Client,
  type Draft,
  findResource,
  getRecord,
  startingDays,
} from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import { askFor } from '../drive/ask-for.ts';
import type { Ask } from '../drive/drive.ts';
import { EXIT } from '../exit-codes.ts';
import type { Work } from './body.ts';
import { today } from './today.ts';

/**
 * What a form begins with that a row of another resource opens: a payment, with what its invoice says.
 * Undefined for a form that stands by itself.
 */
export function openedFrom(
  { from, options, signal }: Work,
  client: Client,
  definition: AnyResource,
  ask: Ask | undefined,
): (() => Promise<Draft>) | undefined {
  const place = from === undefined ? undefined : findResource(from);
  if (place === undefined) return undefined;
  return async () => {
    const [noun] = place.noun;
    const label = `${noun[0]?.toUpperCase() ?? ''}${noun.slice(1)}`;
    const id = options[noun] ?? (await askFor(ask, { flag: `--${noun}`, label, name: noun }));
    const opener = await place.loadWhole();
    const row = await getRecord(client, opener, String(id), signal);
    const rowForm = opener.rowForms?.find(({ resource }) => resource === definition.name);
    const refused = rowForm?.refuse?.(row);
    if (refused !== undefined) throw new CommandError(EXIT.inputRefused, 'nothing_to_do', refused);
    return { ...startingDays(definition, today()), ...rowForm?.given(row) };
  };
}
