import type { Reader, Writer } from '../db/store.ts';

/** What is added to a price per unit, in 1/100,000, and when. */
interface Markup {
  readonly perUnit: number;
  /** YYYY-MM-DD; '' for no limit. */
  readonly from: string;
  readonly to: string;
}

/** Columns of a line that a markup changes; units as in the schema. */
interface Priced {
  readonly product: string;
  readonly quantity_e3: number;
  readonly net_price_e5: number;
  readonly billed_price_e5: number;
  readonly gst_minor: number;
  readonly hst_minor: number;
  readonly pst_minor: number;
  readonly qst_minor: number;
  readonly amount_minor: number;
}

/** What a markup is added to. */
export const FUELS: readonly string[] = ['DIESEL', 'DIESEL_BIO', 'DYED', 'REEFER', 'GASOLINE'];
const TAXES = ['gst_minor', 'hst_minor', 'pst_minor', 'qst_minor'] as const;

/** Rounds half away from zero, so that a reversal undoes its sale. */
const rounded = (value: number): number => Math.sign(value) * Math.floor(Math.abs(value) + 0.5);

/**
 * Adds a markup to a line: a unit costs that much more before tax, sales taxes grow in proportion, and the amount by
 * both. The pump's price doesn't change.
 */
export function markUp<L extends Priced>(line: L, perUnit: number): L & { markup_e5: number } {
  const extra = rounded((line.quantity_e3 * perUnit) / 1e6);
  const taxes = TAXES.reduce((sum, tax) => sum + line[tax], 0);
  const base = line.amount_minor - taxes;
  const grown = TAXES.map((tax) => {
    const more = base === 0 ? 0 : rounded((line[tax] * extra) / base);
    return [tax, line[tax] + more] as const;
  });
  const grownTaxes = grown.reduce((sum, [, tax]) => sum + tax, 0);
  return {
    ...line,
    ...Object.fromEntries(grown),
    net_price_e5: line.net_price_e5 + perUnit,
    billed_price_e5: line.billed_price_e5 + perUnit,
    amount_minor: base + extra + grownTaxes,
    markup_e5: perUnit,
  };
}

/** What a company pays per unit of fuel above each provider's prices on a day, in 1/100,000; none without a markup. */
export async function markupsOn(
  read: Reader,
  companyId: number,
  day: string,
): Promise<readonly { readonly provider: string; readonly perUnit: number }[]> {
  const rows = await read
    .selectFrom('markup_rows')
    .select(['provider_name', 'value_e4'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'ACTIVE')
    .where('from_date', '<=', day)
    .where((eb) => eb.or([eb('to_date', '=', ''), eb('to_date', '>=', day)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ provider: row.provider_name, perUnit: Number(row.value_e4) * 10 }));
}

/** The markups on a fuel company's prices, by company; read once per import. */
export class MarkupBook {
  readonly #tx: Writer;
  #byCompany: ReadonlyMap<number, Markup> | undefined;

  constructor(tx: Writer) {
    this.#tx = tx;
  }

  async load(provider: string): Promise<void> {
    if (this.#byCompany) return;
    const rows = await this.#tx
      .selectFrom('markup_rows')
      .select(['company_id', 'value_e4', 'from_date', 'to_date'])
      .where('provider_name', '=', provider)
      .where('status', '=', 'ACTIVE')
      .orderBy('id')
      .execute();
    this.#byCompany = new Map(
      rows.map((row) => [
        row.company_id ?? 0,
        { perUnit: row.value_e4 * 10, from: row.from_date, to: row.to_date },
      ]),
    );
  }

  /** Returns what a company pays per unit above the price of a product on a day; 0 if it isn't fuel. */
  perUnit(companyId: number | undefined, product: string, day: string): number {
    const markup = companyId === undefined ? undefined : this.#byCompany?.get(companyId);
    if (!markup || !FUELS.includes(product) || day < markup.from) return 0;
    return markup.to !== '' && day > markup.to ? 0 : markup.perUnit;
  }
}
