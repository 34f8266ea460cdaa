import { CANADIAN_TAXES } from './canadian-taxes.ts';
import type { Province } from './provinces.ts';
import {
  parseTaxTable,
  rateKey,
  rateText,
  type Tax,
  type TaxedProduct,
  type TaxRate,
  type TaxTable,
} from './tax-table.schema.ts';

/** A fuel with fixed tax rates per litre. */
export type TaxedFuel = 'diesel' | 'gasoline';

/**
 * A province's sales taxes on a day, in hundred-thousandths: 13_000 is 13 %. A tax that the province
 * doesn't levy is 0.
 */
export interface SalesTaxRates {
  /** In hundred-thousandths of the price. */
  readonly hst: number;
  /** In hundred-thousandths of the price. */
  readonly gst: number;
  /** In hundred-thousandths of the price. */
  readonly qst: number;
  /** Applies to anything but motor fuel, which normally carries none. */
  readonly pst: number;
}

/**
 * A rate on a day in hundred-thousandths, and whether a document that someone read covers that day. A
 * recalled rate is never verified.
 */
export interface RateOfDay {
  /** In hundred-thousandths: of the price for sales taxes, of a dollar per litre for fuel taxes. */
  readonly rate: number;
  readonly verified: boolean;
}

/** Fuel taxes per litre on a day; undefined if no table has a rate. */
export interface FuelTaxesOfDay {
  readonly excise: RateOfDay | undefined;
  readonly carbon: RateOfDay | undefined;
  /** See `provincialOn`. */
  readonly provincial: readonly number[];
}

/** Sales taxes on a day; `known` if the tables have any of the province's for that day. */
export interface SalesTaxesOfDay extends SalesTaxRates {
  readonly known: boolean;
  readonly verified: boolean;
}

/** A table that was used, for reports: its name, and how far it is verified (TXN-15). */
export interface TaxTableFacts {
  readonly name: string;
  /** YYYY-MM-DD, the day it was last checked against its sources; null if not stated. */
  readonly verifiedOn: string | null;
  /** YYYY-MM-DD, the last day for which every current rate is verified, ignoring rates that never are; 9999-12-31 if none ends. */
  readonly verifiedUntil: string;
  /**
   * Rates that an earlier provided table contradicts, each with both in words; the earlier one applies. Absent if
   * there are none.
   */
  readonly contradictions?: readonly string[];
}

const PER_UNIT = 100_000;
const NO_TAX: RateOfDay = { rate: 0, verified: true };
/** There are few provinces and days, except in a malicious file. */
const KEPT = 4096;

interface Period {
  readonly from: string;
  readonly to: string;
  readonly rate: number;
  /** Before the first day if the rate is recalled. */
  readonly verifiedUntil: string;
}

const OPEN = '9999-12-31';

/** Tax tables in order of precedence: on each day the first one with a rate applies (TXN-15). */
export class TaxTables {
  readonly tables: readonly TaxTable[];
  private readonly layers: readonly ReadonlyMap<string, readonly Period[]>[];
  private readonly towns = new Map<string, string[]>();
  private readonly keptFuel = new Map<string, FuelTaxesOfDay>();
  private readonly keptSales = new Map<string, SalesTaxesOfDay>();
  private readonly keptFacts = new Map<string, readonly TaxTableFacts[]>();

  /** @param tables the tables; a rate in an earlier one counts before those in later ones */
  constructor(tables: readonly TaxTable[]) {
    this.tables = tables;
    this.layers = tables.map(({ rates }) => periodsOf(rates));
    for (const { jurisdiction, tax } of tables.flatMap(({ rates }) => rates)) {
      const [province = ''] = jurisdiction.split('/', 1);
      if (tax !== 'transit') continue;
      const known = this.towns.get(province) ?? [];
      if (!known.includes(jurisdiction)) this.towns.set(province, [...known, jurisdiction]);
    }
  }

  /**
   * Returns a tax's rate on a day, or undefined if no table has one.
   *
   * @param jurisdiction 'CA', a province ('ON'), or a town in it ('BC/Vancouver')
   * @param tax which tax
   * @param product what is taxed
   * @param day YYYY-MM-DD
   */
  rateOn(
    jurisdiction: string,
    tax: Tax,
    product: TaxedProduct,
    day: string,
  ): RateOfDay | undefined {
    const keys = [product, 'any' as const].map((of) => rateKey({ jurisdiction, tax, product: of }));
    for (const layer of this.layers) {
      for (const key of keys) {
        const period = layer.get(key)?.findLast(({ from, to }) => from <= day && day <= to);
        if (period) return { rate: period.rate, verified: day <= period.verifiedUntil };
      }
    }
    return undefined;
  }

  /**
   * Returns all fuel taxes per litre.
   *
   * @param fuel what was bought
   * @param province two letters: 'ON'
   * @param day YYYY-MM-DD
   */
  fuelOn(fuel: TaxedFuel, province: Province, day: string): FuelTaxesOfDay {
    return remember(this.keptFuel, `${fuel}|${province}|${day}`, () => ({
      excise: this.exciseOn(fuel, day),
      carbon: this.carbonOn(fuel, province, day),
      provincial: this.provincialOn(fuel, province, day),
    }));
  }

  /**
   * Returns the federal excise tax per litre.
   *
   * @param fuel what was bought
   * @param day YYYY-MM-DD
   */
  exciseOn(fuel: TaxedFuel, day: string): RateOfDay | undefined {
    return this.rateOn('CA', 'fet', fuel, day);
  }

  /**
   * Returns the carbon charge per litre, whoever levies it.
   *
   * @param fuel what was bought
   * @param province two letters: 'ON'
   * @param day YYYY-MM-DD
   */
  carbonOn(fuel: TaxedFuel, province: Province, day: string): RateOfDay | undefined {
    return this.rateOn(province, 'carbon', fuel, day) ?? this.rateOn('CA', 'carbon', fuel, day);
  }

  /**
   * Returns the possible provincial fuel taxes per litre: the province's own first, then with each town's
   * addition. Empty if none is known.
   *
   * @param fuel what was bought
   * @param province two letters: 'ON'
   * @param day YYYY-MM-DD
   */
  provincialOn(fuel: TaxedFuel, province: Province, day: string): readonly number[] {
    const own = this.rateOn(province, 'pft', fuel, day);
    if (!own) return [];
    const extras = (this.towns.get(province) ?? []).flatMap((town) => {
      const extra = this.rateOn(town, 'transit', fuel, day);
      return extra && extra.rate > 0 ? [own.rate + extra.rate] : [];
    });
    return [own.rate, ...extras];
  }

  /**
   * Returns a province's sales taxes; a tax without a rate isn't levied there.
   *
   * @param province two letters: 'ON'
   * @param day YYYY-MM-DD
   */
  salesOn(province: Province, day: string): SalesTaxesOfDay {
    return remember(this.keptSales, `${province}|${day}`, () => this.findSales(province, day));
  }

  private findSales(province: Province, day: string): SalesTaxesOfDay {
    const of = (tax: Tax, product: TaxedProduct) => this.rateOn(province, tax, product, day);
    const found = [of('hst', 'any'), of('gst', 'any'), of('qst', 'any'), of('pst', 'other')];
    const [hst = NO_TAX, gst = NO_TAX, qst = NO_TAX, pst = NO_TAX] = found;
    return {
      hst: hst.rate,
      gst: gst.rate,
      qst: qst.rate,
      pst: pst.rate,
      known: found[0] !== undefined || found[1] !== undefined,
      verified: hst.verified && gst.verified && qst.verified && pst.verified,
    };
  }

  /**
   * Returns the rates of all tables, or those that apply on a day, without rates that an earlier table
   * overrides.
   *
   * @param day YYYY-MM-DD; by default all days
   */
  list(day?: string): readonly (TaxRate & { readonly table: string })[] {
    const seen = new Set<string>();
    return this.tables.flatMap((table) =>
      table.rates
        .filter((rate) => {
          if (day === undefined) return true;
          if (!holds(rate, table, day) || seen.has(rateKey(rate))) return false;
          seen.add(rateKey(rate));
          return true;
        })
        .map((rate) => ({ ...rate, table: table.name })),
    );
  }

  /**
   * Returns the tables' facts in order of precedence.
   *
   * @param today YYYY-MM-DD
   */
  facts(today: string): readonly TaxTableFacts[] {
    return remember(this.keptFacts, today, () =>
      this.tables.map((table) => ({
        name: table.name,
        verifiedOn: table.verified_on ?? null,
        verifiedUntil:
          table.rates
            .filter((rate) => holds(rate, table, today) && isVerified(rate))
            .map(({ verified_until }) => verified_until)
            .toSorted()[0] ?? OPEN,
        ...contradictionsOf(table, this.tables),
      })),
    );
  }
}

/**
 * Returns whether a document covers any day of the rate; never true for a recalled rate (TXN-15).
 *
 * @param rate a rate of a tax table
 */
export const isVerified = ({ basis, from, verified_until }: TaxRate): boolean =>
  basis === 'document' && from <= verified_until;

/** A rate without an end applies until the next of its kind begins. */
function holds(rate: TaxRate, { rates }: TaxTable, day: string): boolean {
  if (day < rate.from) return false;
  if (rate.to !== undefined) return day <= rate.to;
  return !rates.some(
    (other) => rate.from < other.from && other.from <= day && rateKey(other) === rateKey(rate),
  );
}

/** Provided tables take precedence over the built-in one on purpose; over each other perhaps by mistake. */
function contradictionsOf(
  table: TaxTable,
  tables: readonly TaxTable[],
): Pick<TaxTableFacts, 'contradictions'> {
  if (table === CANADIAN_TAXES) return {};
  const earlier = tables.slice(0, tables.indexOf(table));
  const found = table.rates.flatMap((rate, index) =>
    earlier.flatMap((first) =>
      first.rates.flatMap((other, at) => {
        if (rateKey(other) !== rateKey(rate) || other.rate === rate.rate) return [];
        const [, day = rate.from] = [rate.from, other.from].toSorted();
        if (!holds(rate, table, day) || !holds(other, first, day)) return [];
        return [
          `rates[${index}] (${rateText(rate)}) contradicts rates[${at}] of ${first.name} (${rateText(other)}), which applies`,
        ];
      }),
    ),
  );
  return found.length === 0 ? {} : { contradictions: found };
}

function remember<Value>(kept: Map<string, Value>, key: string, find: () => Value): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const found = find();
  if (kept.size >= KEPT) kept.clear();
  kept.set(key, found);
  return found;
}

function periodsOf(rates: readonly TaxRate[]): ReadonlyMap<string, readonly Period[]> {
  const periods = new Map<string, Period[]>();
  for (const rate of rates.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const own = periods.get(rateKey(rate)) ?? [];
    own.push({
      from: rate.from,
      to: rate.to ?? OPEN,
      rate: Math.round(rate.rate * PER_UNIT),
      verifiedUntil: rate.basis === 'recalled' ? '' : rate.verified_until,
    });
    periods.set(rateKey(rate), own);
  }
  return periods;
}

const BUILT_IN = new TaxTables([CANADIAN_TAXES]);
const inUse = new WeakMap<readonly unknown[], TaxTables>();

/**
 * Returns the provided tables in front of the built-in one. Throws `bad_tax_table`.
 *
 * @param ownTables tax tables of your own, as parsed JSON
 */
export function taxTablesInUse(ownTables: readonly unknown[] = []): TaxTables {
  if (ownTables.length === 0) return BUILT_IN;
  const before = inUse.get(ownTables);
  if (before) return before;
  const tables = new TaxTables([...ownTables.map((table) => parseTaxTable(table)), CANADIAN_TAXES]);
  inUse.set(ownTables, tables);
  return tables;
}

/**
 * Returns a province's sales taxes on a day, YYYY-MM-DD, from the built-in table.
 *
 * @param province two letters: 'ON'
 * @param day YYYY-MM-DD
 */
export function salesTaxOn(province: Province, day: string): SalesTaxRates {
  const { hst, gst, qst, pst } = BUILT_IN.salesOn(province, day);
  return { hst, gst, qst, pst };
}

/**
 * Returns the federal excise tax per litre in hundred-thousandths of a dollar; 0 if the day is unknown.
 *
 * @param fuel what was bought
 * @param day YYYY-MM-DD
 */
export function federalExciseOn(fuel: TaxedFuel, day: string): number {
  return BUILT_IN.exciseOn(fuel, day)?.rate ?? 0;
}

/**
 * Returns the carbon charge per litre in hundred-thousandths of a dollar, federal or provincial; 0 if the
 * day is unknown.
 *
 * @param fuel what was bought
 * @param province two letters: 'ON'
 * @param day YYYY-MM-DD
 */
export function carbonOn(fuel: TaxedFuel, province: Province, day: string): number {
  return BUILT_IN.carbonOn(fuel, province, day)?.rate ?? 0;
}

/**
 * Returns the usual provincial fuel taxes per litre on a day, in hundred-thousandths of a dollar: the
 * province's own first, then with each town's addition. Empty if none is known.
 *
 * @param fuel what was bought
 * @param province two letters: 'ON'
 * @param day YYYY-MM-DD
 */
export function provincialFuelTaxes(
  fuel: TaxedFuel,
  province: Province,
  day: string,
): readonly number[] {
  return BUILT_IN.provincialOn(fuel, province, day);
}
