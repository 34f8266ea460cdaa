import type { AnyListed, CurrencyTotal, ValueDefinition } from '@forecourt/core';
import type { Output } from './output.ts';
import { rowsText } from './record-rows.ts';

/** Totals as shown with `--json`: exact decimals by field, one entry for each currency (LIST-15). */
export const totalsDocument = (totals: readonly CurrencyTotal[]) =>
  totals.map(({ currency, sums }) => ({ currency, ...sums }));

/** A table of totals with one line for each currency. */
export function totalsText(
  output: Output,
  { list }: AnyListed,
  totals: readonly CurrencyTotal[],
): string {
  const currency = { field: 'currency', label: 'Currency', kind: 'text' } as const;
  const fields: readonly string[] = Object.keys(totals[0]?.sums ?? {});
  const columns: readonly ValueDefinition<Record<string, unknown>>[] = [
    currency,
    ...list.columns
      .filter(({ field }) => fields.includes(field))
      .map(({ field, kind, label }) => ({ field, kind, label, unitField: 'currency' as const })),
  ];
  return rowsText(output, columns, totalsDocument(totals));
}
