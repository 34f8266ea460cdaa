import { list, money, price, quantity, sum } from './dashboard-calls.ts';
import { type ContractCall, CSV, JSON_TYPE, json, PDF } from './operation.ts';
import { binary, count, day, id, listOf, object, oneOf, string } from './schemas.ts';

const month = { ...string, pattern: '^\\d{4}-\\d{2}$' };
const PARTS = [
  ...['balance', 'owed', 'unbilled', 'spend', 'payments', 'cards', 'users', 'exceptions'],
  ...['markups', 'prices'],
];

const owed = object({ currency: string, overdue: object(sum), due_soon: object(sum) });
const spend = object({
  months: listOf(month),
  amounts: listOf(object({ currency: string, month, ...sum })),
  volumes: listOf(object({ unit: string, month, quantity, list })),
});
const payment = object({
  payment_date: day,
  invoice_no: string,
  payment_mode: string,
  currency: string,
  amount: money,
  state: oneOf(['Registered', 'Reversed', 'Reversal']),
  list,
});
const markup = object({ provider: string, value: price, from: day, to: day, list }, [
  'provider',
  'value',
  'list',
]);
const paid = object({
  product: string,
  currency: string,
  unit: string,
  price,
  paid: price,
  markup: price,
  rate: price,
  sites: count,
  list,
});

const summary = object(
  {
    today: day,
    customer: object({
      id,
      name: string,
      company_name: string,
      cont_name: string,
      email: string,
      phone: string,
      phone2: string,
      address: listOf(string),
      due_days: count,
    }),
    balance: listOf(
      object({ currency: string, ...sum, ages: listOf(object({ age: string, ...sum })) }),
    ),
    owed: listOf(owed),
    unbilled: listOf(object({ currency: string, ...sum })),
    spend,
    payments: object({ list, last: listOf(payment) }),
    cards: object({ count, list, statuses: listOf(object({ status: string, count, list })) }),
    users: object({ count, list }),
    exceptions: object({
      count,
      list,
      rules: listOf(object({ rule: string, name: string, count, list })),
    }),
    markups: listOf(markup),
    prices: object({ day, prices: listOf(paid) }, ['prices']),
    unavailable: listOf(oneOf(PARTS)),
  },
  ['today', 'customer', 'unavailable'],
);

const movement = object(
  {
    day,
    kind: oneOf([
      ...['invoice', 'payment', 'reversal', 'credit', 'charge', 'void', 'withdrawn', 'ahead'],
    ]),
    invoice_number: string,
    payment: object({ id, mode: string, reference: string }),
    amount: money,
    balance: money,
  },
  ['day', 'kind', 'invoice_number', 'amount', 'balance'],
);

const statement = object({
  customer: string,
  from: day,
  to: day,
  accounts: listOf(
    object({
      currency: string,
      opening: money,
      movements: listOf(movement),
      closing: money,
      ages: listOf(object({ age: string, amount: money, count })),
    }),
  ),
});

/** A customer's page (CUST-03) and its statement (CUST-04). */
export const customerCalls = (): readonly ContractCall[] => [
  {
    method: 'GET',
    path: 'customers/{id}/summary',
    action: 'customers.summary',
    operationId: 'customers.summary',
    tag: 'customers',
    summary:
      'Returns a customer’s figures that the account may read, by currency, each with the list behind it',
    answer: {
      description:
        'Sums as text. A part without the right to its list is absent; one that could not be computed is named in unavailable.',
      content: json(summary),
    },
  },
  {
    method: 'GET',
    path: 'customers/{id}/statement',
    action: 'customers.statement',
    operationId: 'customers.statement',
    tag: 'customers',
    summary:
      'Returns a customer’s statement of a period: opening balance, what moved it, closing balance and its age, by currency',
    query: [
      { name: 'from', schema: day, required: true },
      { name: 'to', schema: day, required: true, description: 'Not after today.' },
      {
        name: 'format',
        schema: oneOf(['json', 'pdf', 'csv']),
        description: 'Default json. The others are files.',
      },
    ],
    answer: {
      description:
        'Amounts as text, negative if less is owed after it. The opening balance and the movements add up to the closing balance, and so do the ages.',
      content: { [JSON_TYPE]: statement, [PDF]: binary, [CSV]: binary },
    },
  },
];
