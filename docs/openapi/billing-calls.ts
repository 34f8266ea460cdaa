import { invoices, unbilledSchema } from '@forecourt/core';
import { byParameter, type ContractCall, json } from './operation.ts';
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

/** What one invoice bills; the preview and the creation take the same fields. */
const PERIOD = {
  company: {
    ...id,
    description: 'Name or id of the company; a number is an id. 422 if text is both.',
  },
  currency: string,
  start_date: { ...string, description: 'First day, DD-MM-YYYY or YYYY-MM-DD.' },
  end_date: { ...string, description: 'Last day, inclusive.' },
};

/** The second body that `POST spol/invoices/` accepts (INV-14). */
export const FROM_UNBILLED: Schema = {
  description:
    'Creates a Draft from all unbilled lines of that company, currency and period. 409 with the present sums in `current` if the lines changed since the preview.',
  ...object(
    {
      ...PERIOD,
      lines: oneOf(['unbilled']),
      total_amount: { ...amount, description: 'From the preview.' },
      seen: {
        ...string,
        description: 'From the preview: different lines with the same total are refused too.',
      },
      invoice_number: { ...string, description: 'Default: the company’s code and the last day.' },
      issued_date: { ...string, description: 'Default: today.' },
      due_date: { ...string, description: 'Default: by the customer’s terms, else 30 days.' },
    },
    [...Object.keys(PERIOD), 'lines', 'total_amount'],
  ),
};

/** Calls that create and void invoices from unbilled lines (INV-14). */
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
      summary: 'Returns the unbilled lines of a company, currency and period, and their sums',
      safe: true,
      body: json(
        object(
          {
            ...PERIOD,
            lines: { type: 'boolean', description: '`false` returns only the sums.' },
          },
          Object.keys(PERIOD),
        ),
      ),
      answer: {
        description: 'The first 1,000 lines; `count` and the sums cover all lines.',
        content: json(wireSchema(unbilledSchema)),
      },
    },
    {
      method,
      path: decodeURIComponent(path),
      action,
      operationId: 'invoices.void',
      query: [byParameter('number')],
      tag: 'invoices',
      summary:
        'Voids a Draft created from unbilled lines, which become unbilled again; 409 for every other invoice',
      body: json(object({ reason: string })),
      conditional: true,
      answer: {
        description: 'The void invoice, with nothing due.',
        content: json(ref(schemaName(invoices))),
        headers: { etag: 'ETag' },
      },
    },
  ];
}
