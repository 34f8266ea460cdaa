import { type AnyListed, Decimal, totalsPath } from '@forecourt/core';
import type { Hono } from 'hono';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { SCALES } from '../amounts.ts';
import type { Account } from '../auth/account.ts';
import { csvStream, fileHeaders } from '../csv.ts';
import type { Schema, TableName } from '../db/schema.ts';
import { searchesLong } from '../db/store.ts';
import { refuseField } from '../forms/sent-record.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { knownBody } from '../http/known-fields.ts';
import { permit, signedIn } from '../http/permit.ts';
import { idsOf } from '../ids.ts';
import { offThread } from '../threads/off-thread.ts';
import type { ListDefinition } from './list-definition.ts';
import { fromBody, LIST_FIELDS, type ListRequest, SELECTIONS } from './list-request.ts';
import { sumsOf } from './list-sums.ts';
import { matching, ordered, readyRows } from './matching.ts';

type Cell = string | number;

/** A column of an export: its heading, and the cell of a row as an account reads it. */
export type ExportColumn<Row> = readonly [
  heading: string,
  cell: (row: Row, account: Account) => Cell,
];

/** The calls about all rows of a list that match a filter. */
export interface WholeList<T extends TableName> {
  readonly list: ListDefinition<T>;
  /** By default the columns of core's definition. */
  readonly exported?: readonly ExportColumn<Selectable<Schema[T]>>[];
  /** By default core's name with the day: 'Invoices-2026-11-20.csv'. */
  readonly exportName?: string;
}

/** The definition's columns: days and times as stored, amounts with all their decimals. */
function columnsOf<T extends TableName>(
  { list: { columns }, name }: AnyListed,
  { fields }: ListDefinition<T>,
): readonly ExportColumn<Selectable<Schema[T]>>[] {
  return columns.map(({ field, label }) => {
    const stored = fields[field];
    if (!stored) throw new Error(`The list of ${name} stores no ${field}.`);
    const { column, kind } = stored;
    const scale = kind in SCALES ? SCALES[kind as keyof typeof SCALES] : undefined;
    return [
      label,
      (row) => {
        const value = (row as Readonly<Record<string, Cell | null>>)[column] ?? '';
        if (scale === undefined || value === '') return value;
        return Decimal.of(BigInt(value), scale).toString();
      },
    ];
  });
}

async function* exportRows<T extends TableName>(
  c: AppContext,
  whole: WholeList<T>,
  columns: readonly ExportColumn<Selectable<Schema[T]>>[],
  { ids, asked }: { readonly ids: number[] | undefined; readonly asked: ListRequest },
) {
  const services = c.get('services');
  const { store } = services;
  const account = signedIn(c);
  const { list, request } = await readyRows(services, whole.list, asked, account);
  // One read for the whole file: it has the rows of the moment it began, whatever changes meanwhile.
  const rows = store.stream((reader) => {
    const all = ordered(matching(reader, list, request, account), list, request).selectAll();
    const asked = ids === undefined ? all : all.where(sql<SqlBool>`id in ${store.among(ids)}`);
    return asked.stream() as AsyncIterable<Selectable<Schema[T]>>;
  });
  for await (const row of rows) yield columns.map(([, cell]) => cell(row, account));
}

/** `POST {path}/export`: the rows of some ids or of a filter as a CSV file (LIST-15). */
function exportRoute<T extends TableName>(
  app: Hono<AppEnv>,
  definition: AnyListed,
  whole: WholeList<T>,
): void {
  const exported = definition.export;
  if (!exported) return;
  const columns = whole.exported ?? columnsOf(definition, whole.list);
  // Cards name their ids differently.
  const [idsField = 'ids'] = Object.keys(exported.body([]) as object);
  const stem = exported.fileName.replace(/\.csv$/, '');
  app.post(`/${exported.path}`, permit(exported.action), offThread('files'), async (c) => {
    const body = await knownBody(c, [idsField, ...LIST_FIELDS]);
    // Without any of them, all rows would leave by mistake.
    if (![idsField, ...SELECTIONS].some((name) => body[name] !== undefined)) {
      const nouns = definition.noun[1];
      throw refuseField(
        `/${idsField}`,
        `Send the ids of the ${nouns}, or filters: [] for all of them.`,
      );
    }
    const ids = body[idsField] === undefined ? undefined : idsOf(body[idsField], idsField);
    const rows = exportRows(c, whole, columns, { ids, asked: fromBody(body) });
    const day = c.get('services').now().toISOString().slice(0, 10);
    const name = whole.exportName ?? `${stem}-${day}.csv`;
    return c.body(
      csvStream(
        columns.map(([heading]) => heading),
        rows,
      ),
      200,
      fileHeaders(name),
    );
  });
}

/** `POST {path}/totals`: the sums of all rows that match a filter, by currency (LIST-15). */
function totalsRoute<T extends TableName>(
  app: Hono<AppEnv>,
  definition: AnyListed,
  { list }: WholeList<T>,
): void {
  const { totals } = definition.list;
  if (!totals) return;
  app.post(
    `/${totalsPath(definition)}`,
    permit(`${definition.name}.list` as Parameters<typeof permit>[0]),
    async (c) => {
      const services = c.get('services');
      const { store, threads } = services;
      if (threads && searchesLong(store)) return threads.answer(c, 'pages');
      const body = await knownBody(c, LIST_FIELDS);
      const account = signedIn(c);
      const ready = await readyRows(services, list, fromBody(body), account);
      return c.json({
        totals: await sumsOf(store, ready.list, totals, ready.request, account),
      });
    },
  );
}

/** Serves the calls about a whole list that its definition in core declares (LIST-15): export and totals. */
export function wholeListRoutes<T extends TableName>(
  app: Hono<AppEnv>,
  definition: AnyListed,
  whole: WholeList<T>,
): void {
  exportRoute(app, definition, whole);
  totalsRoute(app, definition, whole);
}
