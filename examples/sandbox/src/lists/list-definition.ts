import type { RawBuilder, SqlBool } from 'kysely';
import type { Account } from '../auth/account.ts';
import type { PartColumn } from '../db/purchase-parts.ts';
import type { TableName } from '../db/schema.ts';
import type { Services } from '../services.ts';
import type { ListFilter, ListRequest } from './list-request.ts';
import type { Condition } from './match.ts';

/**
 * How a wire field is stored: `money` in minor units, `rate` in 1/10,000, `price` in 1/100,000, `quantity` in 1/1,000, `day` as YYYY-MM-DD, `moment` as
 * YYYY-MM-DDTHH:mm(:ss) without a zone, `instant` as an ISO instant.
 */
export type FieldKind =
  | 'text'
  | 'money'
  | 'rate'
  | 'price'
  | 'quantity'
  | 'whole'
  | 'day'
  | 'moment'
  | 'instant';

export interface ListField {
  readonly column: string;
  /** Column with its place in the list, if that isn't the order of its values. */
  readonly placed?: string;
  readonly kind: FieldKind;
  /** The condition of a filter by what no column has; such a field is no order. */
  readonly condition?: (filter: ListFilter, account: Account) => Condition;
  /** Values in the order of the names that are shown for them; others come last, by themselves. */
  readonly sequence?: readonly string[];
}

/** What rows are computed for. */
export interface AskedRows {
  readonly services: Services;
  readonly account: Account;
  readonly request: ListRequest;
}

export interface ComputedRows {
  /** SQL of a query, with an `id` that is each row's own. */
  readonly rows: RawBuilder<unknown>;
  /** The request without what the query has considered. */
  readonly request: ListRequest;
}

/** A list for both dialects (LIST-07, LIST-08). */
export interface ListDefinition<T extends TableName = TableName> {
  readonly table: T;
  /** SQL of the rows, if they were computed; they have the table's name. */
  readonly rows?: RawBuilder<unknown>;
  /** By wire field: everything to filter and sort by. */
  readonly fields: Readonly<Record<string, ListField>>;
  /** The wire field that `date`, `from` and `to` refer to; absent if the list has no date. */
  readonly dateField?: string;
  readonly order: { readonly field: string; readonly direction: 'asc' | 'desc' };
  /** Whether its rows belong to companies. */
  readonly scoped: boolean;
  /** Which rows an account sees of those that it may list; undefined for all. */
  readonly visible?: (account: Account) => RawBuilder<SqlBool> | undefined;
  /** Sums of what no column has: SQL of a row's amount in minor units; undefined if the filters don't ask for it. */
  readonly sums?: Readonly<
    Record<string, (filters: readonly ListFilter[]) => RawBuilder<string> | undefined>
  >;
  /** The field whose sums of each day are kept in `purchase_sums`, by currency and company. */
  readonly daySums?: string;
  /** Columns whose parts an index finds. */
  readonly parts?: readonly PartColumn[];
  /** Rows that are computed for each request, which then replace the table's. */
  readonly computed?: (asked: AskedRows) => Promise<ComputedRows>;
  /** Columns with few different values or days in many rows, each first in an index. */
  readonly words?: readonly string[];
}

/** `fieldsOf({ text: 'status currency', money: { total_amount: 'total_minor' } })`. */
export function fieldsOf(
  kinds: Partial<Record<FieldKind, string | Readonly<Record<string, string>>>>,
): Record<string, ListField> {
  const fields: Record<string, ListField> = {};
  for (const [kind, names] of Object.entries(kinds) as [FieldKind, string | object][]) {
    const columns =
      typeof names === 'string'
        ? names.split(/\s+/).map((name) => [name, name])
        : Object.entries(names);
    for (const [field, column] of columns) fields[field] = { column, kind };
  }
  return fields;
}
