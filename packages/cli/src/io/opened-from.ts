import {
  type AnyResource,
  type Client,
  type Draft,
  findResource,
  getRecord,
} from '@forecourt/core';
import { askFor } from '../drive/ask-for.ts';
import type { Ask } from '../drive/drive.ts';
import type { Work } from './body.ts';
import { today } from './today.ts';

/** A required day begins as today: a payment's. */
const daysOf = ({ form }: AnyResource): Draft =>
  Object.fromEntries(
    (form?.fields({ mode: 'create', draft: {}, detail: undefined }) ?? [])
      .filter(({ input, required }) => input === 'day' && required)
      .map(({ name }) => [name, today()]),
  );

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
    return { ...daysOf(definition), ...rowForm?.given(row) };
  };
}
