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
import { refuseEmptyIds } from '../input/ids.ts';
import { noteWhich } from '../output/record-text.ts';
import { today } from '../today.ts';
import type { Work } from '../work.ts';
import { askFor } from './ask-for.ts';
import type { Ask } from './drive.ts';

/** A form opened from a row of another resource, such as a payment from its invoice. */
export interface OpenedForm {
  /** The option that names the row by number or id: '--invoice'. */
  readonly flag: string;
  /** Loads the row and returns the form's initial values. */
  readonly load: () => Promise<Draft>;
}

/** How a row of another resource opens this form; undefined for a form that opens on its own. */
export function openedFrom(
  { from, options, output, runtime, signal }: Work,
  client: Client,
  definition: AnyResource,
  ask: Ask | undefined,
): OpenedForm | undefined {
  const registered = from === undefined ? undefined : findResource(from);
  if (registered === undefined) return undefined;
  const [noun] = registered.noun;
  const flag = `--${noun}`;
  const load = async (): Promise<Draft> => {
    const label = `${noun[0]?.toUpperCase() ?? ''}${noun.slice(1)}`;
    const id = options[noun] ?? (await askFor(ask, { flag, label, name: noun }));
    refuseEmptyIds(id);
    const opener = await registered.loadDefinition();
    const row = await getRecord(client, opener, String(id), signal);
    noteWhich(output, opener, String(id), row);
    const rowForm = opener.rowForms?.find(({ resource }) => resource === definition.name);
    const refused = rowForm?.refuse?.(row);
    if (refused !== undefined) throw new CommandError(EXIT.inputRefused, 'nothing_to_do', refused);
    return { ...startingDays(definition, today(runtime)), ...rowForm?.provided(row) };
  };
  return { flag, load };
}
