import type { Tax, TaxedProduct, TaxRate } from './tax-table.schema.ts';

/**
 * Where a rate comes from. Unless `recalled`, it was read in a document, available at `url` if it has one.
 */
export interface Source {
  readonly text: string;
  readonly url?: string;
  /** No document was found: the rate rests on general knowledge. */
  readonly recalled?: true;
  /** Last day that the document covers, if its rate has no end. */
  readonly until?: string;
}

export const read = (text: string, url?: string, until?: string): Source => ({
  text,
  ...(url && { url }),
  ...(until && { until }),
});

/** Source of a rate without a document; `why` gives the reasons for it. */
export const recalled = (why: string): Source => ({
  text: `From general knowledge, not verified against a document: ${why}`,
  recalled: true,
});

/** First day of the table. */
export const START = '2019-01-01';
/** Last day covered by the documents about rates without an end. */
const SEEN = '2026-12-31';
/** A recalled rate is never verified: this day precedes the table. */
const NEVER = '2018-12-31';

/**
 * First day of the rate, then dollars per litre or share of the price; null ends a period without a known
 * successor.
 */
export type Step = readonly [from: string, rate: number | null, source?: Source | undefined];

/** First day, then the rates of diesel and gasoline. */
export type FuelStep = readonly [
  from: string,
  diesel: number | null,
  gasoline: number | null,
  source?: Source | undefined,
];

const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const provenance = ({ recalled: isRecalled, text, url }: Source) =>
  ({
    source: text,
    ...(url && { url }),
    basis: isRecalled ? 'recalled' : 'document',
  }) as const;

const verifiedUntil = ({ recalled: isRecalled, until }: Source, to: string | undefined): string =>
  isRecalled ? NEVER : (until ?? to ?? SEEN);

/**
 * Returns one tax's rates in order: each ends the day before the next begins, and the last one is open.
 * `source` applies to steps without their own.
 */
export function rates(
  jurisdiction: string,
  tax: Tax,
  product: TaxedProduct,
  source: Source,
  steps: readonly Step[],
): TaxRate[] {
  return steps.flatMap(([from, rate, own = source], index) => {
    const next = steps[index + 1]?.[0];
    const to = next === undefined ? undefined : dayBefore(next);
    if (rate === null) return [];
    const of = { jurisdiction, tax, product, from, ...(to && { to }), rate };
    return [{ ...of, ...provenance(own), verified_until: verifiedUntil(own, to) }];
  });
}

/** Returns the rates of both fuels from combined steps. */
export const fuels = (
  jurisdiction: string,
  tax: Tax,
  source: Source,
  steps: readonly FuelStep[],
): TaxRate[] =>
  (['diesel', 'gasoline'] as const).flatMap((fuel) =>
    rates(
      jurisdiction,
      tax,
      fuel,
      source,
      steps.map(([from, diesel, gasoline, own]) => [
        from,
        fuel === 'diesel' ? diesel : gasoline,
        own,
      ]),
    ),
  );
