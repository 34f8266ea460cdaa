import * as z from 'zod';
import { day, decimal, invoiceDay, text } from '../../resource/wire-values.ts';

/** A payment of an invoice, as the list gives it. */
export const paymentSchema = z.object({
  id: text(),
  customer_name: text(),
  invoice_no: text(),
  invoice_date: invoiceDay(),
  invoice_due_date: invoiceDay(),
  payment_mode: text(),
  /** YYYY-MM-DD on the wire (INV-08). */
  payment_date: day(),
  amount_paid: decimal(),
});

export type Payment = z.output<typeof paymentSchema>;
