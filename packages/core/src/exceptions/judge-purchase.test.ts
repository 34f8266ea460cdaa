import { describe, expect, it } from 'vitest';
import { Decimal } from '../format/decimal.ts';
import { DEFAULT_THRESHOLDS, parseThresholds } from './exception-thresholds.ts';
import {
  type JudgedAgainst,
  type JudgedCard,
  type JudgedLine,
  type JudgedPurchase,
  judgeInTurn,
  judgePurchase,
} from './judge-purchase.ts';

const TORONTO = { lat: 43.6532, lng: -79.3832 };
const MONTREAL = { lat: 45.5017, lng: -73.5673 };

const line = (changes: Partial<Record<keyof JudgedLine, string>> = {}): JudgedLine => ({
  product: changes.product ?? 'DIESEL',
  unit: changes.unit ?? 'L',
  quantity: Decimal.from(changes.quantity ?? '100'),
  price: Decimal.from(changes.price ?? '1.5'),
});

const purchase = (
  at: string,
  amount = '150.00',
  lines: readonly JudgedLine[] = [line()],
  more: Partial<JudgedPurchase> = {},
): JudgedPurchase => ({
  at: `${at}:00`,
  amount: Decimal.from(amount),
  currency: 'CAD',
  province: 'ON',
  place: TORONTO,
  lines,
  ...more,
});

const CARD: JudgedCard = {
  type: 'All products',
  unit: 'L',
  heldSince: '',
  mayExceed: false,
  weekStarts: [],
};

const judge = (
  one: JudgedPurchase,
  {
    card = {},
    ...more
  }: Partial<Omit<JudgedAgainst, 'card'>> & { card?: Partial<JudgedCard> } = {},
) =>
  judgePurchase(one, {
    card: { ...CARD, ...card },
    before: [],
    rateOf: () => undefined,
    thresholds: DEFAULT_THRESHOLDS,
    ...more,
  }).map(({ figure, limit, rule }) => [rule, figure, limit]);

const of = (text: string) => Decimal.from(text);

describe('judging a purchase', () => {
  it('TXN-18 finds nothing in a purchase within everything', () => {
    expect(judge(purchase('2026-11-20T08:10'))).toEqual([]);
  });

  it.each([
    ['2026-11-17T23:59', []],
    ['2026-11-18T00:05', [['card_on_hold', '2026-11-18', 'on hold since 2026-11-18']]],
    ['2026-11-19T08:10', [['card_on_hold', '2026-11-19', 'on hold since 2026-11-18']]],
  ])('TXN-18 a card on hold since 2026-11-18 is used at %s', (at, found) => {
    expect(judge(purchase(at), { card: { heldSince: '2026-11-18' } })).toEqual(found);
  });

  it.each([
    ['Diesel only', 'DIESEL', []],
    ['Diesel only', 'DEF', [['product', 'DEF', 'Diesel only']]],
    ['Diesel and DEF', 'DEF', []],
    ['Diesel and DEF', 'GASOLINE', [['product', 'GASOLINE', 'Diesel and DEF']]],
    ['All products', 'SCALE', []],
    ['A type of its own', 'SCALE', []],
  ])('TXN-18 a card of the type %s buys %s', (type, product, found) => {
    const one = purchase('2026-11-20T08:10', '150.00', [line(), line({ product, quantity: '1' })]);
    expect(judge(one, { card: { type } })).toEqual(found);
  });

  it.each([
    ['500', {}, []],
    ['500.001', {}, [['fill_volume', '500.001 L', '500.00 L']]],
    ['512.4', {}, [['fill_volume', '512.40 L', '500.00 L']]],
    ['512.4', { mayExceed: true }, []],
    ['512.4', { fillVolume: of('0') }, []],
  ])('TXN-18 fills %s L where 500 L are the limit of a fill %j', (quantity, card, found) => {
    const one = purchase('2026-11-20T08:10', '700.00', [line({ quantity })]);
    expect(judge(one, { card: { fillVolume: of('500'), ...card } })).toEqual(found);
  });

  it('TXN-18 compares litres with a limit in gallons exactly, and never DEF with a limit of fuel', () => {
    const card = { unit: 'USG', fillVolume: of('100') };
    const fill = (quantity: string, more: readonly JudgedLine[] = []) =>
      judge(purchase('2026-11-20T08:10', '500.00', [line({ quantity }), ...more]), { card });
    expect(fill('378.541')).toEqual([]);
    expect(fill('378.542')).toEqual([['fill_volume', '378.542 L', '378.541 L']]);
    expect(fill('378.541', [line({ product: 'DEF', quantity: '40' })])).toEqual([]);
    const own = purchase('2026-11-20T08:10', '500.00', [line({ quantity: '100.5', unit: 'USG' })]);
    expect(judge(own, { card })).toEqual([['fill_volume', '100.50 USG', '100.00 USG']]);
  });

  it('TXN-18 adds up the fuel of the day, and names the purchase that exceeds it', () => {
    const before = [
      purchase('2026-11-19T23:50', '700.00', [line({ quantity: '700' })]),
      purchase('2026-11-20T08:10', '700.00', [line({ quantity: '450' })]),
    ];
    const card = { dayVolume: of('800') };
    const at = (quantity: string) =>
      judge(purchase('2026-11-20T19:30', '600.00', [line({ quantity })]), { before, card });
    expect(at('350')).toEqual([]);
    expect(at('400')).toEqual([['day_volume', '850.00 L', '800.00 L']]);
    const wash = purchase('2026-11-20T20:00', '20.00', [line({ product: 'WASH' })]);
    const all = [...before, purchase('2026-11-20T19:30', '600.00', [line({ quantity: '400' })])];
    expect(judge(wash, { before: all, card })).toEqual([]);
  });

  it.each([
    // 2026-11-20 is a Friday, the 15th a Sunday, the 16th a Monday.
    [[], '2026-11-15T12:00', []],
    [[], '2026-11-16T12:00', [['week_volume', '1870.00 L', '1800.00 L']]],
    [['sunday'] as const, '2026-11-15T12:00', [['week_volume', '1870.00 L', '1800.00 L']]],
    [['tuesday', 'friday'] as const, '2026-11-16T12:00', []],
  ])('TXN-18 adds up the fuel since the refresh day %j: 1,750 L at %s', (weekStarts, at, found) => {
    const before = [purchase(at, '900.00', [line({ quantity: '1750' })])];
    const one = purchase('2026-11-20T08:10', '180.00', [line({ quantity: '120' })]);
    expect(judge(one, { before, card: { weekVolume: of('1800'), weekStarts } })).toEqual(found);
  });

  it('TXN-18 adds up the cost of the day to the cent, in the card’s currency alone', () => {
    const before = [
      purchase('2026-11-20T08:10', '610.10'),
      purchase('2026-11-20T09:10', '500.00', [line()], { currency: 'USD' }),
      purchase('2026-11-20T09:30', '-10.00'),
    ];
    const card = { dayAmount: of('900') };
    const at = (amount: string) => judge(purchase('2026-11-20T19:30', amount), { before, card });
    expect(at('299.90')).toEqual([]);
    expect(at('299.91')).toEqual([['day_amount', '900.01 CAD', '900.00 CAD']]);
  });

  it('TXN-18 finds a fill that is larger than any tank', () => {
    const fill = (quantity: string, unit = 'L') =>
      judge(purchase('2026-11-20T08:10', '900.00', [line({ quantity, unit })]));
    expect(fill('1200')).toEqual([]);
    expect(fill('1310')).toEqual([['large_fill', '1310.00 L', '1200.00 L']]);
    expect(fill('317', 'USG')).toEqual([]);
    expect(fill('318', 'USG')).toEqual([['large_fill', '1203.761 L', '1200.00 L']]);
  });

  it('TXN-18 knows days and hours only if they are set', () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
    const hours = { days, from: '05:00', to: '22:00' };
    const at = (moment: string, set: object) =>
      judge(purchase(moment), { thresholds: parseThresholds(set) });
    expect(at('2026-11-15T03:12', {})).toEqual([]);
    const limit = 'Mon, Tue, Wed, Thu, Fri 05:00 to 22:00';
    expect(at('2026-11-15T12:12', { hours })).toEqual([['hours', 'Sun 12:12', limit]]);
    expect(at('2026-11-20T04:59', { hours })).toEqual([['hours', 'Fri 04:59', limit]]);
    expect(at('2026-11-20T22:00', { hours })).toEqual([]);
    const night = { days: [...days, 'saturday', 'sunday'], from: '20:00', to: '06:00' };
    expect(at('2026-11-20T02:00', { hours: night })).toEqual([]);
    expect(at('2026-11-20T12:00', { hours: night })).toHaveLength(1);
    // The night of a Friday lasts until Saturday morning, and that of a Sunday until Monday morning.
    const shift = { days, from: '20:00', to: '06:00' };
    const nights = 'Mon, Tue, Wed, Thu, Fri 20:00 to 06:00';
    expect(at('2026-11-20T23:00', { hours: shift })).toEqual([]);
    expect(at('2026-11-21T02:00', { hours: shift })).toEqual([]);
    expect(at('2026-11-21T06:01', { hours: shift })).toEqual([['hours', 'Sat 06:01', nights]]);
    expect(at('2026-11-21T20:00', { hours: shift })).toEqual([['hours', 'Sat 20:00', nights]]);
    expect(at('2026-11-23T02:00', { hours: shift })).toEqual([['hours', 'Mon 02:00', nights]]);
  });

  it('TXN-18 holds the price against the rate of the day, in its currency and unit', () => {
    const rate = { price: of('1.5'), currency: 'CAD', unit: 'L' };
    const rateOf = (product: string) => (product === 'DIESEL' ? rate : undefined);
    const paid = (price: string, more: object = {}) =>
      judge(purchase('2026-11-20T08:10', '150.00', [line({ price })], more), { rateOf });
    expect(paid('1.575')).toEqual([]);
    expect(paid('1.57501')).toEqual([['price', '1.57501 CAD/L', '1.5750 CAD/L']]);
    expect(paid('1.58')).toEqual([['price', '1.5800 CAD/L', '1.5750 CAD/L']]);
    expect(paid('1.2')).toEqual([]);
    expect(paid('1.9', { currency: 'USD' })).toEqual([]);
    const def = purchase('2026-11-20T08:10', '90.00', [line({ product: 'DEF', price: '9' })]);
    expect(judge(def, { rateOf })).toEqual([]);
  });

  it.each([
    ['2026-11-20T12:40', 'QC', [['far_apart', '504 km', '100 km']]],
    ['2026-11-20T13:00', 'QC', [['far_apart', '504 km', '100 km']]],
    ['2026-11-20T13:01', 'QC', []],
    // An hour later by the clock, two hours later in fact: Manitoba is an hour behind Ontario.
    ['2026-11-20T12:40', 'MB', []],
    ['2026-11-20T11:40', 'MB', [['far_apart', '504 km', '100 km']]],
    // In summer Saskatchewan is two hours behind Ontario.
    ['2026-07-20T10:40', 'SK', [['far_apart', '504 km', '100 km']]],
    // Later by the clock, an hour and more before it in fact: Newfoundland is an hour and a half ahead of Ontario.
    ['2026-11-20T12:30', 'NL', [['far_apart', '504 km', '100 km']]],
    ['2026-11-20T12:29', 'NL', []],
  ])('TXN-18 Toronto at 12:00, then 504 km away at %s in %s', (at, province, found) => {
    const before = [purchase(`${at.slice(0, 10)}T12:00`)];
    const there = purchase(at, '150.00', [line()], { place: MONTREAL, province });
    expect(judge(there, { before })).toEqual(found);
    const unknown = purchase(at, '150.00', [line()], { place: undefined, province });
    expect(judge(unknown, { before })).toEqual([]);
  });

  it('TXN-18 allows exactly as many kilometres as the threshold has', () => {
    const before = [purchase('2026-11-20T12:00')];
    const one = purchase('2026-11-20T12:40', '150.00', [line()], {
      province: 'QC',
      place: MONTREAL,
    });
    const within = (km: number) =>
      judge(one, { before, thresholds: parseThresholds({ far_apart: { minutes: 60, km } }) });
    expect(within(504)).toEqual([]);
    expect(within(503)).toEqual([['far_apart', '504 km', '503 km']]);
  });

  it('TXN-18 compares a purchase with the farthest of those within the time, wherever the card was in between', () => {
    const OTTAWA = { lat: 45.4215, lng: -75.6972 };
    const stop = (at: string, place: typeof OTTAWA, province = 'ON') =>
      purchase(`2026-11-20T${at}`, '50.00', [line()], { place, province });
    const all = [
      stop('08:00', TORONTO),
      stop('08:20', OTTAWA),
      stop('08:50', TORONTO),
      stop('09:00', MONTREAL, 'QC'),
      stop('09:10', TORONTO),
      stop('10:11', OTTAWA),
      stop('10:12', OTTAWA),
    ];
    const found = judgeInTurn(all, {
      ...{ card: CARD, rateOf: () => () => undefined, isJudged: () => true },
      thresholds: parseThresholds({ far_apart: { minutes: 60, km: 100 } }),
    });
    expect(
      found.map(({ findings }) => findings.find(({ rule }) => rule === 'far_apart')?.figure),
    ).toEqual([undefined, '352 km', '352 km', '504 km', '504 km', undefined, undefined]);
  });

  it('TXN-18 looks at a card’s places, not at each purchase before, though it has thousands a day', () => {
    let looks = 0;
    const often = Array.from({ length: 4_000 }, (_, index) => {
      const time = new Date(Date.UTC(2026, 10, 20) + index * 20_000).toISOString().slice(0, 19);
      const one = purchase(time);
      return {
        ...one,
        get place() {
          looks += 1;
          return index % 2 === 0 ? TORONTO : MONTREAL;
        },
      };
    });
    const found = judgeInTurn(often, {
      ...{ card: CARD, rateOf: () => () => undefined, isJudged: () => true },
      thresholds: parseThresholds({ far_apart: { minutes: 60, km: 100 } }),
    });
    expect(found).toHaveLength(4_000);
    expect(looks).toBeLessThan(40_000);
  });

  it('TXN-18 judges a card’s purchases in turn: sums begin anew with each day and week, and count what isn’t judged', () => {
    const fills = [
      ['2026-11-14T08:00', '300'],
      ['2026-11-15T08:00', '300'],
      ['2026-11-15T09:00', '250'],
      ['2026-11-16T08:00', '510'],
      ['2026-11-16T09:00', '5'],
      ['2026-11-17T08:00', '100'],
    ] as const;
    const purchases = fills.map(([at, quantity]) => purchase(at, quantity, [line({ quantity })]));
    const limits = { dayVolume: of('500'), weekVolume: of('600'), dayAmount: of('512') };
    const judged = judgeInTurn(purchases, {
      card: { ...CARD, ...limits },
      isJudged: ({ at }) => at !== '2026-11-15T08:00:00' && at !== '2026-11-16T08:00:00',
      rateOf: () => () => undefined,
      thresholds: DEFAULT_THRESHOLDS,
    });
    const found = judged.map((one) => [
      one.purchase.at.slice(0, 16),
      ...one.findings.map(({ figure, limit, rule }) => `${rule} ${figure} of ${limit}`),
    ]);
    expect(found).toEqual([
      ['2026-11-14T08:00'],
      // The 14th and the 15th are the end of a week.
      [
        '2026-11-15T09:00',
        'day_volume 550.00 L of 500.00 L',
        'week_volume 850.00 L of 600.00 L',
        'day_amount 550.00 CAD of 512.00 CAD',
      ],
      [
        '2026-11-16T09:00',
        'day_volume 515.00 L of 500.00 L',
        'day_amount 515.00 CAD of 512.00 CAD',
      ],
      ['2026-11-17T08:00', 'week_volume 615.00 L of 600.00 L'],
    ]);
  });

  it('TXN-18 judges no reversal, and no rule that is off; without a card only the purchase', () => {
    const reversal = purchase('2026-11-20T08:10', '-900.00', [line({ quantity: '-1310' })]);
    expect(judge(reversal, { card: { heldSince: '2026-11-01' } })).toEqual([]);
    const free = purchase('2026-11-20T08:10', '0.00', [line({ quantity: '1310' })]);
    expect(judge(free, { card: { heldSince: '2026-11-01' } })).toEqual([]);
    const large = purchase('2026-11-20T08:10', '900.00', [line({ quantity: '1310' })]);
    const thresholds = parseThresholds({ off: ['large_fill'] });
    expect(judge(large, { thresholds })).toEqual([]);
    const alone = { before: [], rateOf: () => undefined, thresholds: DEFAULT_THRESHOLDS };
    expect(judgePurchase(large, alone).map(({ rule }) => rule)).toEqual(['large_fill']);
  });
});

describe('thresholds', () => {
  it('TXN-18 keep the defaults of what is left out', () => {
    expect(parseThresholds({ price: { percent: '3' } })).toMatchObject({
      price: { percent: '3' },
      large_fill: { litres: '1200' },
      far_apart: { minutes: 60, km: 100 },
    });
    expect(parseThresholds({}).hours).toBeUndefined();
    const widest = { minutes: 720, km: 1 };
    expect(parseThresholds({ far_apart: widest }).far_apart).toEqual(widest);
  });

  it.each([
    [{ prize: {} }, 'thresholds: there is no prize here.'],
    [
      { price: { percent: 3 } },
      'price.percent: must be a decimal above 0 in quotes, such as "1200".',
    ],
    [
      { price: { percent: '-3' } },
      'price.percent: must be a decimal above 0 in quotes, such as "1200".',
    ],
    [
      { hours: { days: ['monday'], from: '5:00', to: '22:00' } },
      'hours.from: must be a time from 00:00 to 23:59.',
    ],
    [
      { hours: { days: [], from: '05:00', to: '22:00' } },
      'hours.days: must name at least one day.',
    ],
    [
      { hours: { days: ['Monday'], from: '05:00', to: '22:00' } },
      'hours.days.0: must be one of monday, tuesday, wednesday, thursday, friday, saturday, sunday.',
    ],
    [
      { off: ['prices'] },
      'off.0: must be one of card_on_hold, product, fill_volume, day_volume, week_volume, day_amount, large_fill, hours, price, far_apart.',
    ],
    [
      { far_apart: { minutes: 721, km: 100 } },
      'far_apart.minutes: must be a whole number from 1 to 720.',
    ],
    [
      { far_apart: { minutes: 0, km: 100 } },
      'far_apart.minutes: must be a whole number from 1 to 720.',
    ],
    [{ far_apart: { minutes: 60, km: 0 } }, 'far_apart.km: must be a whole number from 1.'],
    [
      { products: { 'Diesel only': ['DIESEL', 'DEISEL_BIO'] } },
      'products.Diesel only.1: must be one of DIESEL, DIESEL_BIO, DYED, REEFER, DEF, GASOLINE, CASH, FEE, SCALE, WASH, OIL, ADDITIVE, MISC.',
    ],
    [{ products: [] }, 'products: it has another kind of value.'],
  ])('TXN-18 %j is refused with its place', (json, message) => {
    expect(() => parseThresholds(json)).toThrow(message);
  });
});
