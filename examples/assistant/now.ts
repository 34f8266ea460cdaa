import {
  type AnyListed,
  type AnyResource,
  briefOf,
  type Client,
  type Draft,
  formatValue,
  getRecord,
  listRows,
  localToday,
  toFailure,
} from '@forecourt/core';
import { recordLine } from './facts.ts';
import type { Values } from './journal.ts';
import { idOf } from './previews.ts';
import { textId } from './reads.ts';
import { Refusal, type Turn } from './tool.ts';

type Row = Readonly<Record<string, unknown>>;

/** Entries that a question shows. */
const MAX_ENTRIES = 5;

const line = (label: string, text: string): string => `${label}: ${text}`;

/** A record as it is now: what it is, its state, and the named fields. */
export function recordNow(
  definition: AnyResource,
  row: Row,
  names: readonly string[],
): readonly string[] {
  const fields = (definition.record?.fields ?? []).filter(
    ({ field, kind }) => names.includes(field) || kind === 'status',
  );
  return [
    recordLine(definition, row),
    ...fields.map(({ field, kind, label }) => line(label, formatValue(kind, row[field]))),
  ];
}

/**
 * What a form would take from its record now, and the entries that there are already: what is due of an invoice, and its
 * payments. The form's own question ("Registered before?") is among them.
 */
export async function entriesNow(
  client: Client,
  definition: AnyResource,
  { provided, values }: { readonly provided: Draft; readonly values: Values },
): Promise<readonly string[]> {
  const { form, noun } = definition;
  if (form === undefined) return [];
  const draft = { ...form.draft(undefined), ...provided, ...values };
  const shown = form.fields({ mode: 'create', draft, detail: undefined });
  const facts = shown.flatMap(({ label, name }) => {
    const value = provided[name];
    return typeof value === 'string' && value !== '' ? [line(label, value)] : [];
  });
  const state = { mode: 'create', draft, detail: undefined } as const;
  const filters = form.warn?.filters?.(state);
  if (filters === undefined) return facts;
  const listed = definition as AnyListed;
  const { rows, totalRecords } = await listRows<Row>(client, listed, {
    ...{ page: 0, size: 50 },
    filters,
  });
  const today = localToday();
  const entries = rows.slice(0, MAX_ENTRIES).map((row) => {
    const { about, state: known } = briefOf(listed, row, today);
    return `${noun[0]} ${definition.id(row)}: ${[about, known?.text].filter(Boolean).join(', ')}`;
  });
  const same = form.warn?.question?.(rows, state);
  return [
    ...facts,
    `${totalRecords} ${noun[totalRecords === 1 ? 0 : 1]} of it so far`,
    ...entries,
    ...(totalRecords > entries.length ? [`and ${totalRecords - entries.length} more`] : []),
    ...(same ? [same] : []),
  ];
}

/** The records that were picked, by id: each one once, though it was given by its id and its number. */
export async function pickedRows(
  definition: AnyResource,
  given: readonly string[],
  { office, signal }: Turn,
): Promise<ReadonlyMap<string, Row>> {
  const rows = [...new Set(given.map(textId))].map(async (id): Promise<[string, Row]> => {
    try {
      const row = (await getRecord(office.client, definition, id, signal)) as Row;
      return [idOf(definition, row) || id, row];
    } catch (error) {
      if (toFailure(error).status !== 404) throw error;
      throw new Refusal(
        `There is no ${definition.noun[0]} '${id.slice(0, 60)}'. Nothing was done.`,
      );
    }
  });
  return new Map(await Promise.all(rows));
}
