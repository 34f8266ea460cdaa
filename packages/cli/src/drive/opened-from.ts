import {
  type AnyResource,
  type Client,
  type Draft,
  findResource,
  getRecord,
  startingDays,
} from '@forecourt/core';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { today } from '../input/today.ts';
import type { Work } from '../work.ts';
import { askFor } from './ask-for.ts';
import type { Ask } from './drive.ts';

/** A form that a row of another resource opens: a payment, of its invoice. */
export interface OpenedForm {
  /** The option that names the row, by its number or its id: '--invoice'. */
  readonly flag: string;
  /** Loads the row. Returns the values that the form begins with. */
  readonly load: () => Promise<Draft>;
}

/** How a row of another resource opens this form; undefined for a form of its own. */
export function openedFrom(
  { from, options, signal }: Work,
  client: Client,
  definition: AnyResource,
  ask: Ask | undefined,
): OpenedForm | undefined {
  const place = from === undefined ? undefined : findResource(from);
  if (place === undefined) return undefined;
  const [noun] = place.noun;
  const flag = `--${noun}`;
  const load = async (): Promise<Draft> => {
    const label = `${noun[0]?.toUpperCase() ?? ''}${noun.slice(1)}`;
    const id = options[noun] ?? (await askFor(ask, { flag, label, name: noun }));
    const opener = await place.loadDefinition();
    const row = await getRecord(client, opener, String(id), signal);
    const rowForm = opener.rowForms?.find(({ resource }) => resource === definition.name);
    const refused = rowForm?.refuse?.(row);
    if (refused !== undefined) throw new CommandError(EXIT.inputRefused, 'nothing_to_do', refused);
    return { ...startingDays(definition, today()), ...rowForm?.provided(row) };
  };
  return { flag, load };
}
