import { type Action, type AnyResource, getRecord, previewAction, rowLabel } from '@forecourt/core';
import { nameOf, permitted, textId } from './reads.ts';
import type { Params, Tool } from './tool.ts';

type Row = Readonly<Record<string, unknown>>;

/** A row of another list that opens the form: a payment's invoice. */
export interface Opener {
  readonly definition: AnyResource;
  readonly form: NonNullable<AnyResource['rowForms']>[number];
}

/** The id of a row; '' without one. */
export const idOf = (definition: AnyResource, row: unknown): string =>
  row ? definition.id(row as Row) : '';

/** The parameter that names a record. */
export const idParam = (noun: string): Params => ({
  id: { type: 'string', required: true, description: `The ${noun}'s id, or its number` },
});

/** The forms that rows of other lists open. */
export const openersOf = (definitions: readonly AnyResource[]): readonly Opener[] =>
  definitions.flatMap((definition) =>
    (definition.rowForms ?? []).map((form) => ({ definition, form })),
  );

/** What a form of another list would begin with, and what an action would do; sends nothing. */
function previewTools(definition: AnyResource, { form }: Partial<Opener>): readonly Tool[] {
  const { actions = [], name, noun } = definition;
  const facts = actions.flatMap((action): readonly Tool[] => {
    if (action.on !== 'row' || !(action.preview || action.about)) return [];
    return [
      {
        name: `preview_${nameOf(action.name)}_${nameOf(noun[0])}`,
        title: `Preview: ${action.title ?? action.label}`,
        description: `Says what "${action.label}" would do with a ${noun[0]}. Does nothing.`,
        params: idParam(noun[0]),
        async run({ id }, { office, signal }) {
          await permitted(office, action.action);
          const row = (await getRecord(office.client, definition, textId(id), signal)) as Row;
          const ids = [idOf(definition, row) || textId(id)];
          const known = await previewAction(office.client, action, ids, signal);
          const lines = [...(action.about?.(row) ?? []), ...(known?.facts ?? [])];
          const against = action.offered?.(row) === false ? 'It is not offered for this one.' : '';
          return {
            said: known?.warning ?? (against || 'It would do this; nothing was done.'),
            data: Object.fromEntries(lines),
          };
        },
      },
    ];
  });
  if (form === undefined) return facts;
  return [
    ...facts,
    {
      name: `preview_${nameOf(form.resource).replace(/s$/, '')}`,
      title: `Facts for ${form.label}`,
      description: `Says what a new entry in ${form.resource} would take from this ${noun[0]}, or why there can be none. Does nothing.`,
      params: idParam(noun[0]),
      async run({ id }, { office, signal }) {
        await permitted(office, `${name}.list` as Action);
        const row = (await getRecord(office.client, definition, textId(id), signal)) as Row;
        const refused = form.refuse?.(row);
        return {
          said: refused ?? `${noun[0]} ${rowLabel(definition, row)}: this is taken from it.`,
          data: form.provided(row as never),
        };
      },
    },
  ];
}

/** Previews of the changes that the definitions know. They change nothing. */
export function previewsOf(definitions: readonly AnyResource[]): readonly Tool[] {
  const openers = openersOf(definitions);
  return definitions.flatMap((definition) =>
    previewTools(definition, openers.find((one) => one.definition === definition) ?? {}),
  );
}
