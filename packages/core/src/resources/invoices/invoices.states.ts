import type { StateDefinition } from '../../resource/resource.types.ts';

/** What the statuses of both readings mean (INV-05). With something due after the due date, an owed one is overdue. */
export const INVOICE_STATES: readonly StateDefinition[] = [
  { value: 'Draft', tone: 'neutral', means: 'Not issued yet; its customer does not see it.' },
  { value: 'Open', tone: 'info', means: 'Issued and not paid.', owed: true },
  { value: 'Sent', tone: 'info', means: 'Issued and not paid.', owed: true },
  { value: 'Partially Paid', tone: 'info', means: 'A part is paid, the rest is due.', owed: true },
  { value: 'Fully Paid', tone: 'good', means: 'Nothing is due.' },
  { value: 'NSF', tone: 'warn', means: 'A payment bounced: not sufficient funds.', owed: true },
  { value: 'Closed', tone: 'neutral', means: 'Settled; nothing more is expected.' },
  { value: 'Void', tone: 'muted', means: 'Cancelled; its lines can be billed again.' },
];
