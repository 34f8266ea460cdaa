import * as z from 'zod/mini';
import { Decimal } from '../format/decimal.ts';
import type { Call } from '../http/http.types.ts';
import { selectionBody } from '../http/list-dialects.ts';
import type { FieldOf, ListedResource, ListNames, QueryBy } from './resource.types.ts';
import { type ResourceTransport, withPlainDays } from './resource-client.ts';
import { decimal } from './wire-values.ts';

/** Sums of the rows of one currency (LIST-15). */
export interface CurrencyTotal {
  /** 'CAD'; '' for rows without a currency. */
  readonly currency: string;
  /** Exact sums by field, in the order of the definition. */
  readonly sums: Readonly<Record<string, Decimal>>;
}

const answerSchema = z.object({
  totals: z.array(
    z.object({
      currency: z.string(),
      sums: z.record(z.string(), decimal()),
    }),
  ),
});

/**
 * Returns the path of a list's totals: 'spol/invoices/totals'.
 *
 * @param definition the definition of the resource
 */
export const totalsPath = ({ list }: Pick<ListedResource<never>, 'list'>): string =>
  `${list.path.replace(/\/+$/, '')}/totals`;

/**
 * Loads the sums of all rows that a filter matches, one entry for each currency (LIST-15): `POST
 * {path}/totals`. Amounts of different currencies are never added. Rejects with an `ApiError`, or with a
 * TypeError if the list has no totals.
 *
 * @param transport a client
 * @param definition the definition of the resource
 * @param asked filters and days of the list
 * @param signal aborts the call
 * @returns the sums
 */
export async function listTotals<Row, Names extends ListNames = ListNames<FieldOf<Row>>>(
  transport: ResourceTransport,
  definition: ListedResource<Row, Names>,
  asked: Pick<QueryBy<NoInfer<Names>>, 'filters' | 'from' | 'to'>,
  signal?: AbortSignal,
): Promise<readonly CurrencyTotal[]> {
  const { list, name } = definition;
  const { totals } = list;
  if (totals === undefined) throw new TypeError(`${name} has no totals.`);
  const { filters, from, to } = withPlainDays(transport, definition, asked);
  const call: Call = {
    operation: `${name}.totals`,
    method: 'POST',
    path: totalsPath({ list: list as never }),
    safe: true,
    json: selectionBody(list, { filters, from, to }),
    ...(signal && { signal }),
  };
  const { data } = await transport.http.json(call, answerSchema);
  const { lines } = totals;
  const ofLines = lines && filters.some(({ field }) => lines.filters.includes(field as never));
  const summed = ofLines ? [...totals.fields, lines.field] : totals.fields;
  return data.totals.map(({ currency, sums }) => ({
    currency,
    sums: Object.fromEntries(summed.map((field) => [field, sums[field] ?? Decimal.ZERO])),
  }));
}
