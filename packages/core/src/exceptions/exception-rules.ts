/**
 * What a purchase is judged by (TXN-18). This folder has the rules and their thresholds as data, and one pure
 * function that judges a purchase. It knows no call, table or screen.
 */

/** A rule as people meet it: in lists, filters and the guide. */
export interface ExceptionRule {
  readonly name: string;
  /** 'Over daily limit'. */
  readonly label: string;
  /** When it finds something, in one sentence. */
  readonly means: string;
  /** One case with its figure and its limit, which the guide shows. */
  readonly example: string;
}

/** All rules, in the order in which findings of one purchase are listed. */
export const EXCEPTION_RULES = [
  {
    name: 'card_on_hold',
    label: 'Card on hold',
    means: 'The card was on hold on the day of the purchase.',
    example: 'Put on hold on 2026-11-18, used on 2026-11-19.',
  },
  {
    name: 'product',
    label: 'Product not allowed',
    means: 'The card’s type doesn’t allow a product of the purchase.',
    example: 'A card of the type ‘Diesel only’ bought DEF.',
  },
  {
    name: 'fill_volume',
    label: 'Over fill limit',
    means: 'One purchase has more fuel than the card’s limit for a transaction.',
    example: 'Limit 500.00 L, bought 512.40 L.',
  },
  {
    name: 'day_volume',
    label: 'Over daily volume',
    means:
      'The card’s fuel of the day, up to this purchase, is more than its daily quantity limit.',
    example: 'Limit 800.00 L, 450.00 L at 08:10 and 400.00 L at 19:30: the second one.',
  },
  {
    name: 'week_volume',
    label: 'Over weekly volume',
    means:
      'The card’s fuel since its weekly refresh day, up to this purchase, is more than its weekly limit.',
    example: 'Limit 1800.00 L, 1750.00 L since Monday, 120.00 L on Friday: the one on Friday.',
  },
  {
    name: 'day_amount',
    label: 'Over daily limit',
    means: 'The card’s purchases of the day, up to this one, cost more than its daily card limit.',
    example: 'Limit 900.00 CAD, 610.00 CAD at 08:10 and 300.00 CAD at 19:30: the second one.',
  },
  {
    name: 'large_fill',
    label: 'Large fill',
    means: 'One purchase has more fuel than any tank should take, whatever the card says.',
    example: 'Threshold 1200.00 L, bought 1310.00 L.',
  },
  {
    name: 'hours',
    label: 'Outside hours',
    means: 'The purchase was on a day, or at an hour, at which the fleet doesn’t buy fuel.',
    example: 'Allowed Monday to Friday from 05:00 to 22:00, bought on a Sunday at 03:12.',
  },
  {
    name: 'price',
    label: 'Price above rate',
    means: 'The price per unit, without the markup, is above the site’s stored rate of the day.',
    example: 'Rate 1.5000 CAD/L and 5 % above it at most: 1.5750 CAD/L. Paid 1.5800 CAD/L.',
  },
  {
    name: 'far_apart',
    label: 'Fills far apart',
    means: 'The card was used within an hour at two sites that are too far apart.',
    example: 'Threshold 100 km: Toronto at 12:00 and Montréal at 12:40, 504 km.',
  },
] as const satisfies readonly ExceptionRule[];

/** Name of a rule: 'day_amount'. */
export type ExceptionRuleName = (typeof EXCEPTION_RULES)[number]['name'];
