import { WEEKDAYS, type Weekday } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { EXCEPTION_RULES, type ExceptionRuleName } from './exception-rules.ts';
import type { ExceptionThresholds } from './exception-thresholds.ts';
import { minutesOf } from './station-time.ts';

/** One product of a purchase. */
export interface JudgedLine {
  /** Canonical product: 'DIESEL', 'DEF'; '' if unknown. */
  readonly product: string;
  /** Of `unit`, L or USG. */
  readonly quantity: Decimal;
  readonly unit: string;
  /** Per unit with fuel taxes, without the markup. */
  readonly price: Decimal;
}

/** A purchase as the rules need it. */
export interface JudgedPurchase {
  /** The station's local time: '2026-11-20T08:10:00'. */
  readonly at: string;
  readonly amount: Decimal;
  readonly currency: string;
  /** Two letters: 'ON'. */
  readonly province: string;
  /** In degrees; absent if the station's place isn't known. */
  readonly place?: { readonly lat: number; readonly lng: number } | undefined;
  readonly lines: readonly JudgedLine[];
}

/** What a card allows. A limit that is absent or 0 limits nothing. */
export interface JudgedCard {
  /** 'Diesel only'. */
  readonly type: string;
  /** Unit of its volumes, L or USG; its amounts are in CAD with L, in USD with USG. */
  readonly unit: string;
  /** Day on which it was put on hold; '' if it isn't on hold. */
  readonly heldSince: string;
  /** Its volume limits only warn: 'Usage Above Volume Limits' is on. */
  readonly mayExceed: boolean;
  readonly fillVolume?: Decimal;
  readonly dayVolume?: Decimal;
  readonly weekVolume?: Decimal;
  readonly dayAmount?: Decimal;
  /** Days on which its week begins; none means Monday. */
  readonly weekStarts: readonly Weekday[];
}

/** A stored rate of a site's product on the day. */
export interface JudgedRate {
  /** Per unit with fuel taxes. */
  readonly price: Decimal;
  readonly currency: string;
  readonly unit: string;
}

/** Returns the site's rate of the day for a product; undefined if none is stored. */
export type RateOf = (product: string) => JudgedRate | undefined;

/** What a purchase is held against. */
export interface JudgedAgainst {
  /** Absent if the card isn't known; then only rules about the purchase apply. */
  readonly card?: JudgedCard | undefined;
  /** The card's purchases before this one, in their order; at least those of the last seven days. */
  readonly before: readonly JudgedPurchase[];
  readonly rateOf: RateOf;
  readonly thresholds: ExceptionThresholds;
}

/** What the purchases of one card are held against. */
export interface JudgedInTurn<P extends JudgedPurchase>
  extends Omit<JudgedAgainst, 'before' | 'rateOf'> {
  readonly rateOf: (purchase: P) => RateOf;
  /** Whether a purchase is judged; the others only count in the sums of later ones. */
  readonly isJudged: (purchase: P) => boolean;
}

/** What a rule found. Figure and limit are texts with their unit: an amount, a product or a day. */
export interface ExceptionFinding {
  readonly rule: ExceptionRuleName;
  /** '910.00 CAD', 'DEF', '504 km'. */
  readonly figure: string;
  /** '900.00 CAD', 'Diesel only', '100 km'. */
  readonly limit: string;
}

type Found = Omit<ExceptionFinding, 'rule'> | undefined;

/** What a purchase is held against, with what its day and week add up to. */
interface Case extends Pick<JudgedAgainst, 'card' | 'rateOf' | 'thresholds'> {
  /** Where the card's purchases before this one were made. */
  readonly visits: Visits;
  readonly sums: RunningSums;
}

type Rule = (purchase: JudgedPurchase, against: Case) => Found;

/** The thresholds are few, and every purchase is held against them. */
const decimals = new Map<string, Decimal>();

function decimalOf(text: string): Decimal {
  const decimal = decimals.get(text) ?? Decimal.from(text);
  if (decimals.size < 100) decimals.set(text, decimal);
  return decimal;
}

/** By definition, exactly. */
const LITRES_PER_GALLON = Decimal.from('3.785411784');

const FUELS: ReadonlySet<string> = new Set(['DIESEL', 'DIESEL_BIO', 'DYED', 'REEFER', 'GASOLINE']);

const dayOf = ({ at }: Pick<JudgedPurchase, 'at'>): string => at.slice(0, 10);

/** Fuel by unit; undefined where there is none. */
interface Fuel {
  readonly litres: Decimal | undefined;
  readonly gallons: Decimal | undefined;
}

const plus = (sum: Decimal | undefined, more: Decimal | undefined): Decimal | undefined =>
  sum && more ? sum.plus(more) : (sum ?? more);

function fuelOf({ lines }: Pick<JudgedPurchase, 'lines'>): Fuel {
  const of = (wanted: (unit: string) => boolean) =>
    lines
      .filter(({ product, unit }) => FUELS.has(product) && wanted(unit))
      .map(({ quantity }) => quantity)
      .reduce<Decimal | undefined>(plus, undefined);
  return { litres: of((unit) => unit !== 'USG'), gallons: of((unit) => unit === 'USG') };
}

const together = (one: Fuel, other: Fuel): Fuel => ({
  litres: plus(one.litres, other.litres),
  gallons: plus(one.gallons, other.gallons),
});

const NO_FUEL: Fuel = { litres: undefined, gallons: undefined };

const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The last day on which the card's week began, up to and including the day. */
function weekStart(day: string, starts: readonly Weekday[]): string {
  const wanted = starts.length > 0 ? starts : (['monday'] as const);
  const today = weekdayOf(day);
  const back = Math.min(...wanted.map((name) => (today - WEEKDAYS.indexOf(name) + 7) % 7));
  return new Date(Date.parse(`${day}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);
}

/**
 * What a card's purchases of a day, and of its week, add up to so far: each purchase is added once, so that a busy card
 * isn't added up anew for each of its purchases.
 */
class RunningSums {
  /** Of the last purchase alone, its day and its week. */
  own = NO_FUEL;
  ofDay = NO_FUEL;
  ofWeek = NO_FUEL;
  readonly #starts: readonly Weekday[];
  readonly #amounts = new Map<string, Decimal>();
  #day = '';
  #week = '';

  constructor(card: JudgedCard | undefined) {
    this.#starts = card?.weekStarts ?? [];
  }

  /** Adds the next purchase. */
  add(purchase: JudgedPurchase): void {
    this.#startDay(dayOf(purchase));
    this.own = fuelOf(purchase);
    this.ofDay = together(this.ofDay, this.own);
    this.ofWeek = together(this.ofWeek, this.own);
    this.#amounts.set(purchase.currency, this.amount(purchase.currency).plus(purchase.amount));
  }

  /** What the day's purchases of a currency cost. */
  amount(currency: string): Decimal {
    return this.#amounts.get(currency) ?? Decimal.ZERO;
  }

  #startDay(day: string): void {
    if (day === this.#day) return;
    this.#day = day;
    this.ofDay = NO_FUEL;
    this.#amounts.clear();
    const week = weekStart(day, this.#starts);
    if (week !== this.#week) this.ofWeek = NO_FUEL;
    this.#week = week;
  }
}

const inLitres = ({ gallons = Decimal.ZERO, litres = Decimal.ZERO }: Fuel): Decimal =>
  litres.plus(gallons.times(LITRES_PER_GALLON));

/** With one more digit where rounding would hide what is over the limit. */
const shown = (value: Decimal, digits: number): string =>
  value.toFixed(value.round(digits).equals(value) ? digits : digits + 1);

const volumeText = (volume: Decimal, unit: string): string => `${shown(volume, 2)} ${unit}`;

/** Whether it limits anything; what a limit is held against is gathered only then. */
const limits = (limit: Decimal | undefined): limit is Decimal =>
  limit !== undefined && !limit.isZero;

/** Compares the fuel up to a purchase with a limit: in its own unit, or in litres if there are both. */
function overVolume(own: Fuel, fuel: Fuel, limit: Decimal | undefined, unit: string): Found {
  if (!limits(limit)) return undefined;
  // A purchase without fuel adds nothing to a sum that was exceeded before it.
  if (!own.litres && !own.gallons) return undefined;
  const same = unit === 'USG' ? fuel.litres === undefined : fuel.gallons === undefined;
  const sum = same ? ((unit === 'USG' ? fuel.gallons : fuel.litres) as Decimal) : inLitres(fuel);
  const most = same || unit !== 'USG' ? limit : limit.times(LITRES_PER_GALLON);
  if (sum.compare(most) <= 0) return undefined;
  const common = same ? unit : 'L';
  return { figure: volumeText(sum, common), limit: volumeText(most, common) };
}

const cardOnHold: Rule = (purchase, { card }) => {
  const day = dayOf(purchase);
  if (!card || card.heldSince === '' || day < card.heldSince) return undefined;
  return { figure: day, limit: `on hold since ${card.heldSince}` };
};

const productNotAllowed: Rule = ({ lines }, { card, thresholds }) => {
  const allowed = card && thresholds.products?.[card.type];
  if (!allowed) return undefined;
  const others = lines
    .map(({ product }) => product)
    .filter((product) => product !== '' && !allowed.includes(product));
  if (others.length === 0) return undefined;
  return { figure: [...new Set(others)].join(', '), limit: card.type };
};

const fillVolume: Rule = (_, { card, sums: { own } }) =>
  card && !card.mayExceed ? overVolume(own, own, card.fillVolume, card.unit) : undefined;

const dayVolume: Rule = (_, { card, sums: { ofDay, own } }) =>
  card && !card.mayExceed ? overVolume(own, ofDay, card.dayVolume, card.unit) : undefined;

const weekVolume: Rule = (_, { card, sums: { ofWeek, own } }) =>
  card && !card.mayExceed ? overVolume(own, ofWeek, card.weekVolume, card.unit) : undefined;

const dayAmount: Rule = (purchase, { card, sums }) => {
  const limit = card?.dayAmount;
  if (!card || !limits(limit)) return undefined;
  const currency = card.unit === 'USG' ? 'USD' : 'CAD';
  // Without an exchange rate, amounts of another currency can't be added.
  if (purchase.currency !== currency) return undefined;
  const sum = sums.amount(currency);
  if (sum.compare(limit) <= 0) return undefined;
  return { figure: `${sum.toFixed(2)} ${currency}`, limit: `${limit.toFixed(2)} ${currency}` };
};

const largeFill: Rule = (_, { sums, thresholds: { large_fill: threshold } }) => {
  if (!threshold) return undefined;
  const most = decimalOf(threshold.litres);
  const sum = inLitres(sums.own);
  if (sum.compare(most) <= 0) return undefined;
  return { figure: volumeText(sum, 'L'), limit: volumeText(most, 'L') };
};

const capital = (day: string): string => `${day[0]?.toUpperCase()}${day.slice(1, 3)}`;

const outsideHours: Rule = ({ at }, { thresholds: { hours } }) => {
  if (!hours) return undefined;
  const { days, from, to } = hours;
  const weekday = weekdayOf(at.slice(0, 10));
  const time = at.slice(11, 16);
  const overnight = from > to;
  const inTime = overnight ? time >= from || time <= to : time >= from && time <= to;
  // Hours that continue after midnight belong to the day on which they began.
  const began = overnight && time <= to ? (weekday + 6) % 7 : weekday;
  if (inTime && days.includes(WEEKDAYS[began] as Weekday)) return undefined;
  return {
    figure: `${capital(WEEKDAYS[weekday] as Weekday)} ${time}`,
    limit: `${days.map(capital).join(', ')} ${from} to ${to}`,
  };
};

const ONE = Decimal.of(1);
const PERCENT = Decimal.of(1, 2);

/** The line that is furthest above its limit. */
const priceAboveRate: Rule = ({ currency, lines }, { rateOf, thresholds: { price } }) => {
  if (!price) return undefined;
  let worst: { readonly line: JudgedLine; readonly limit: Decimal } | undefined;
  for (const line of lines) {
    const rate = line.product === '' ? undefined : rateOf(line.product);
    if (!rate || rate.currency !== currency || rate.unit !== line.unit) continue;
    const limit = rate.price.times(decimalOf(price.percent).times(PERCENT).plus(ONE));
    const above = line.price.minus(limit);
    if (above.isNegative || above.isZero) continue;
    if (!worst || above.compare(worst.line.price.minus(worst.limit)) > 0) worst = { line, limit };
  }
  if (!worst) return undefined;
  const text = (value: Decimal) => `${shown(value, 4)} ${currency}/${worst.line.unit}`;
  return { figure: text(worst.line.price), limit: text(worst.limit) };
};

const RADIANS = Math.PI / 180;
const EARTH_KM = 6_371;

type Place = NonNullable<JudgedPurchase['place']>;

/** Great-circle distance in whole kilometres. */
function distance(one: Place, other: Place): number {
  const half = (from: number, to: number) => Math.sin(((to - from) * RADIANS) / 2) ** 2;
  const along =
    half(one.lat, other.lat) +
    Math.cos(one.lat * RADIANS) * Math.cos(other.lat * RADIANS) * half(one.lng, other.lng);
  return Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(along))));
}

const times = new WeakMap<JudgedPurchase, number>();

function timeOf(purchase: JudgedPurchase): number {
  const minutes = times.get(purchase) ?? minutesOf(purchase.at, purchase.province);
  times.set(purchase, minutes);
  return minutes;
}

/** The first position whose time isn't before this one. */
function positionOf(at: number, sorted: readonly number[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) < at) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * When and where a card's purchases were made, by place: a card has few places but may have thousands of purchases, each of
 * which would be compared with all of its day.
 */
class Visits {
  readonly #places = new Map<string, { readonly place: Place; readonly times: number[] }>();

  add(purchase: JudgedPurchase): void {
    const { place } = purchase;
    if (!place) return;
    const key = `${place.lat} ${place.lng}`;
    const visit = this.#places.get(key) ?? { place, times: [] };
    this.#places.set(key, visit);
    const at = timeOf(purchase);
    visit.times.splice(positionOf(at, visit.times), 0, at);
  }

  /** The distance in km of the farthest place visited within so many minutes before or after. */
  farthest(at: number, from: Place, minutes: number): number {
    let most = 0;
    for (const { place, times: visited } of this.#places.values()) {
      const next = visited[positionOf(at - minutes, visited)];
      if (next !== undefined && next <= at + minutes) most = Math.max(most, distance(place, from));
    }
    return most;
  }
}

const fillsFarApart: Rule = (purchase, { thresholds: { far_apart: threshold }, visits }) => {
  const { place } = purchase;
  if (!threshold || !place) return undefined;
  const most = visits.farthest(timeOf(purchase), place, threshold.minutes);
  if (most <= threshold.km) return undefined;
  return { figure: `${most} km`, limit: `${threshold.km} km` };
};

const RULES: Readonly<Record<ExceptionRuleName, Rule>> = {
  card_on_hold: cardOnHold,
  product: productNotAllowed,
  fill_volume: fillVolume,
  day_volume: dayVolume,
  week_volume: weekVolume,
  day_amount: dayAmount,
  large_fill: largeFill,
  hours: outsideHours,
  price: priceAboveRate,
  far_apart: fillsFarApart,
};

function judgeCase(purchase: JudgedPurchase, against: Case): readonly ExceptionFinding[] {
  if (purchase.amount.compare(Decimal.ZERO) <= 0) return [];
  const { off = [] } = against.thresholds;
  return EXCEPTION_RULES.flatMap(({ name }) => {
    const found = off.includes(name) ? undefined : RULES[name](purchase, against);
    return found ? [{ rule: name, ...found }] : [];
  });
}

/**
 * Judges purchases of one card, in their order, by every rule that isn't off (TXN-18). Returns those that were to be judged
 * with what was found of each, at most once per rule, in the order of `EXCEPTION_RULES`. Exact: only distances are computed
 * with binary numbers. A reversal, or another purchase that costs nothing, is never an exception; it still counts in the
 * sums of later ones. The purchases begin at least seven days before the first that is judged.
 *
 * @param purchases one card's purchases, oldest first
 * @param against rates, thresholds, limits, and which of them are to be judged
 */
export function judgeInTurn<P extends JudgedPurchase>(
  purchases: readonly P[],
  { card, isJudged, rateOf, thresholds }: JudgedInTurn<P>,
): readonly { readonly purchase: P; readonly findings: readonly ExceptionFinding[] }[] {
  const sums = new RunningSums(card);
  const visits = new Visits();
  return purchases.flatMap((purchase) => {
    sums.add(purchase);
    const against = { card, visits, sums, rateOf: rateOf(purchase), thresholds };
    const judged = isJudged(purchase) ? [{ purchase, findings: judgeCase(purchase, against) }] : [];
    if (thresholds.far_apart) visits.add(purchase);
    return judged;
  });
}

/**
 * Judges one purchase (TXN-18), as `judgeInTurn` does the last of several.
 *
 * @param purchase the purchase, with its lines
 * @param against rates, thresholds, limits, and the card's purchases before it
 * @returns what was found, in the order of `EXCEPTION_RULES`
 */
export function judgePurchase(
  purchase: JudgedPurchase,
  { before, rateOf, ...against }: JudgedAgainst,
): readonly ExceptionFinding[] {
  const [judged] = judgeInTurn([...before, purchase], {
    ...against,
    rateOf: () => rateOf,
    isJudged: (one) => one === purchase,
  });
  return judged?.findings ?? [];
}
