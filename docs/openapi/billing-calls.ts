import { invoices, unbilledSchema } from '@forecourt/core';
import { type ContractCall, json } from './operation.ts';
import {
  amount,
  id,
  object,
  oneOf,
  ref,
  type Schema,
  schemaName,
  string,
  wireSchema,
} from './schemas.ts';

/** What is billed together, as preview and making take it. */
const PERIOD = {
  company: { ...id, description: 'Name or id of the company.' },
  currency: string,
  start_date: { ...string, description: 'First day, DD-MM-YYYY or YYYY-MM-DD.' },
  end_date: { ...string, description: 'Last day, inclusive.' },
};

/** The other body of `POST spol/invoices/` (INV-14). */
export const FROM_UNBILLED: Schema = {
  description:
    'An invoice of all that is unbilled of that company, currency and period: a Draft. 409 with the present sums in `current` where the lines changed since the preview.',
  ...object(
    {
      ...PERIOD,
      lines: oneOf(['unbilled']),
      total_amount: { ...amount, description: 'As the preview said.' },
      seen: {
        ...string,
        description: 'As the preview said: other lines of the same total are refused too.',
      },
      invoice_number: { ...string, description: 'By default the company’s code and the last day.' },
      issued_date: { ...string, description: 'By default today.' },
      due_date: { ...string, description: 'By default after the customer’s terms, else 30 days.' },
    },
    [...Object.keys(PERIOD), 'lines', 'total_amount'],
  ),
};

/** Invoices of what is unbilled (INV-14). */
export function billingCalls(): readonly ContractCall[] {
  const voiding = invoices.actions?.find(({ name }) => name === 'void');
  if (!voiding) throw new Error('Core defines no action void.');
  const { action, call } = voiding;
  const { method, path } = call(['{id}'], {});
  return [
    {
      method: 'POST',
      path: 'spol/invoices/preview',
      action: 'invoices.preview',
      operationId: 'invoices.preview',
      tag: 'invoices',
      summary: 'What is unbilled of a company, currency and period, line by line, and its sums',
      safe: true,
      body: json(
        object(
          {
            ...PERIOD,
            lines: { type: 'boolean', description: '`false` asks for the sums alone.' },
          },
          Object.keys(PERIOD),
        ),
      ),
      answer: {
        description: 'The first 1,000 lines; `count` and the sums are of all.',
        content: json(wireSchema(unbilledSchema)),
      },
    },
    {
      method,
      path: decodeURIComponent(path),
      action,
      operationId: 'invoices.void',
      tag: 'invoices',
      summary:
        'Voids a Draft that was made from unbilled lines, which frees them: 409 for every other invoice',
      body: json(object({ reason: string })),
      conditional: true,
      answer: {
        description: 'The invoice: void, with nothing due.',
        content: json(ref(schemaName(invoices))),
        headers: { etag: 'ETag' },
      },
    },
  ];
}
