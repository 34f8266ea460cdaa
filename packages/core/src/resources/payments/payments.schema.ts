import * as z from 'zod/mini';
import { day, decimal, invoiceDay, text } from '../../resource/wire-values.ts';

/** A payment of an invoice, as in the list. */
export const paymentSchema = z.object({
  id: text(),
  customer_name: text(),
  invoice_no: text(),
  invoice_date: invoiceDay(),
  invoice_due_date: invoiceDay(),
  payment_mode: text(),
  /** YYYY-MM-DD on the wire (INV-08). */
  payment_date: day(),
  /** Negative for a reversal (PAY-05). */
  amount_paid: decimal(),
  currency: text(),
  /** Number of the cheque or transfer, as entered. */
  referenceId: text(),
  /** 'Registered', 'Reversed' or 'Reversal'; null if the service doesn't send it. */
  state: text(),
  /** Reason of a reversal. */
  reason: text(),
  /** Id of the payment's reversal, or of the payment that a reversal takes back. */
  counterpart: text(),
});

/**
 * A payment of an invoice.
 * @useDeclaredType
 */
export interface Payment extends z.output<typeof paymentSchema> {}
