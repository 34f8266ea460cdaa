import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition } from '../../resource/form.types.ts';
import { formSection } from '../../resource/form-fields.ts';
import { textIn } from '../../resource/form-values.ts';
import { pathPart } from '../../resource/path-part.ts';

/**
 * Saves a customer's statement of a period (CUST-04): for each currency the opening balance, invoices and payments in
 * order, the closing balance, and the age of what is open.
 */
export const customerStatement: ActionDefinition<'from' | 'to' | 'format'> = {
  name: 'statement',
  action: 'customers.statement',
  label: 'Statement',
  on: 'row',
  title: 'Statement',
  submitLabel: 'Download',
  about: ({ name }) => [['Customer', String(name ?? '')]],
  fields: formSection('', [
    ['from', 'From', 'day', { required: true }],
    ['to', 'To', 'day', { required: true }],
    [
      'format',
      'Format',
      'choice',
      {
        required: true,
        options: [
          { key: 'pdf', value: 'PDF' },
          { key: 'csv', value: 'CSV' },
        ],
      },
    ],
  ]),
  starts: { format: 'pdf' },
  endsToday: true,
  call: ([id = ''], draft) => ({
    method: 'GET',
    path: `customers/${pathPart(id)}/statement`,
    query: ['from', 'to', 'format'].map((name) => [name, textIn(draft, name)] as const),
  }),
  file: (draft) => `statement.${textIn(draft, 'format')}`,
  texts: {
    success: MESSAGES.customers.statementSaved,
    failure: MESSAGES.customers.statementFailed,
  },
};
