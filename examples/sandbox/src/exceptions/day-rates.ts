import { Decimal, type JudgedRate } from '@forecourt/core';
import { SCALES } from '../amounts.ts';
import type { Reader } from '../db/store.ts';
import { heldSince } from '../rates/rates-in-force.ts';
import type { StoredPurchase } from './judged-rows.ts';

interface Dated {
  readonly from: string;
  readonly to: string;
  readonly rate: JudgedRate;
}

/** 'TA-Petro' in files of rates is 'TAPetro' in purchases. */
const keyOf = (provider: string, site: string, product: string): string =>
  `${provider.toLowerCase().replace(/[^a-z0-9]/g, '')}|${site}|${product}`;

/** Stored rates of a range of days, by site and product. */
export class DayRates {
  readonly #rates: ReadonlyMap<string, readonly Dated[]>;

  private constructor(rates: ReadonlyMap<string, readonly Dated[]>) {
    this.#rates = rates;
  }

  /** Loads what is in force on any of the days, the newest first; of one site if it is named. */
  static async load(read: Reader, from: string, to: string, site?: string): Promise<DayRates> {
    const since = await heldSince(read, from);
    const all = read
      .selectFrom('rates')
      .select([
        'provider',
        'site_number',
        'product',
        'effective_date',
        'effective_to',
        'price_e5',
        'currency',
        'unit',
      ])
      .where('effective_date', '>=', since)
      .where('effective_date', '<=', to)
      .where((eb) => eb.or([eb('effective_to', '>=', from), eb('effective_date', '>=', from)]))
      .where('price_e5', '>', 0);
    const rows = await (site === undefined ? all : all.where('site_number', '=', site))
      .orderBy('effective_date', 'desc')
      .execute();
    const rates = new Map<string, Dated[]>();
    for (const row of rows) {
      const key = keyOf(row.provider, row.site_number, row.product);
      const dated = rates.get(key) ?? [];
      rates.set(key, dated);
      dated.push({
        from: row.effective_date,
        // An empty last day is the first.
        to: row.effective_to || row.effective_date,
        rate: {
          price: Decimal.of(row.price_e5, SCALES.price),
          currency: row.currency,
          unit: row.unit,
        },
      });
    }
    return new DayRates(rates);
  }

  /** Returns the rates of a purchase's site on its day, by product. */
  of({ at, provider, site }: StoredPurchase): (product: string) => JudgedRate | undefined {
    const day = at.slice(0, 10);
    return (product) =>
      this.#rates
        .get(keyOf(provider, site, product))
        ?.find(({ from, to }) => from <= day && day <= to)?.rate;
  }
}
