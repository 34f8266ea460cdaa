import { type ContractCall, json } from './operation.ts';
import { count, day, listOf, object, oneOf, type Schema, string } from './schemas.ts';

export const money: Schema = { ...string, pattern: '^-?\\d+\\.\\d{2}$' };
export const quantity: Schema = { ...string, pattern: '^-?\\d+\\.\\d{3}$' };
export const price: Schema = { ...string, pattern: '^-?\\d+\\.\\d{4}$' };
/** The list behind a figure; its totals are the figure. */
export const list = object({ resource: string, filter: listOf(string), from: day, to: day }, [
  'resource',
  'filter',
]);
/** An amount, what adds to it, and the list that does. */
export const sum = { amount: money, count, list };
const PARTS = ['owed', 'unbilled', 'purchases', 'prices', 'imports', 'exceptions', 'cards_on_hold'];

const answer = object(
  {
    today: day,
    owed: listOf(object({ currency: string, overdue: object(sum), due_soon: object(sum) })),
    unbilled: listOf(object({ currency: string, ...sum })),
    purchases: object({
      from: day,
      to: day,
      days: listOf(object({ currency: string, day, ...sum })),
      volumes: listOf(object({ unit: string, day, quantity, list })),
      products: listOf(
        object({
          currency: string,
          product: string,
          amount: money,
          volumes: listOf(object({ unit: string, quantity })),
          list,
        }),
      ),
    }),
    prices: object(
      {
        day,
        prices: listOf(
          object({
            product: string,
            currency: string,
            unit: string,
            paid: price,
            rate: price,
            sites: count,
            list,
          }),
        ),
      },
      ['prices'],
    ),
    imports: object(
      {
        since: day,
        files: count,
        failed: count,
        rows: count,
        imported: count,
        duplicates: count,
        rejected: count,
        list,
        failed_list: list,
      },
      ['since', 'files', 'failed', 'rows', 'imported', 'duplicates', 'rejected', 'list'],
    ),
    exceptions: object({
      count,
      list,
      rules: listOf(object({ rule: string, name: string, count, list })),
    }),
    cards_on_hold: object({ count, list }),
    unavailable: listOf(oneOf(PARTS)),
  },
  ['today', 'unavailable'],
);

/** The dashboard's figures (SHELL-10). */
export const dashboardCalls = (): readonly ContractCall[] => [
  {
    method: 'GET',
    path: 'dashboard',
    action: 'dashboard.open',
    operationId: 'dashboard.open',
    tag: 'dashboard',
    summary:
      'Returns the figures that the account may read, by currency, each with the list behind it',
    answer: {
      description:
        'Sums as text. A part without the right to its list is absent; one that could not be computed is named in unavailable. A company’s user has its own fleet’s.',
      content: json(answer),
    },
  },
];
