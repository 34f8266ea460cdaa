import { MESSAGES } from '../../messages/messages.ts';
import type { ActionDefinition, RowForm } from '../../resource/form.types.ts';
import { toDraftValue } from '../../resource/form-values.ts';
import type { Invoice } from './invoices.schema.ts';

/** Sends an invoice to its company (INV-09). */
export const emailInvoice: ActionDefinition = {
  name: 'email',
  action: 'invoices.email',
  label: 'Email',
  on: 'row',
  fields: [],
  call: ([id = '']) => ({
    method: 'POST',
    path: 'email-invoice',
    query: [
      ['type', 'spol/invoices'],
      ['id', id],
    ],
  }),
  texts: { success: MESSAGES.invoices.emailed, failure: MESSAGES.invoices.emailFailed },
};

/** Opens 'Add Payment' with what the invoice says (INV-02); shown with no check (ACC-04). */
export const paymentOffline: RowForm<Invoice> = {
  label: 'Payment Offline',
  action: 'payments.open',
  resource: 'payments',
  given: (invoice) => ({
    company_name: toDraftValue(invoice.company_name),
    invoice_id: toDraftValue(invoice.invoice_number),
    amount_due: toDraftValue(invoice.amount_due),
    currency: toDraftValue(invoice.currency),
  }),
};
