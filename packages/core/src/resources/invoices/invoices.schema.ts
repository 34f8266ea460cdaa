import * as z from 'zod';
import {
  decimal,
  instant,
  integer,
  invoiceDay,
  invoiceInstant,
  labelled,
  rows,
  text,
} from '../../resource/wire-values.ts';

/** An invoice, as lists give it. Days are calendar days without a zone (INV-08). */
export const invoiceSchema = z.object({
  id: text(),
  /** What routes and payments use (SHELL-03). */
  invoice_number: text(),
  company_name: text(),
  issued_date: invoiceDay(),
  due_date: invoiceDay(),
  start_date: invoiceInstant(),
  end_date: invoiceInstant(),
  status: labelled(),
  total_amount: decimal(),
  amount_due: decimal(),
  /** Payments less reversals; null where the service does not say (INV-12). */
  amount_paid: decimal(),
  currency: text(),
  file_name: text(),
  /** 'unbilled' where it was made from unbilled lines (INV-14); null where the service does not say. */
  made_from: text(),
});

export type Invoice = z.output<typeof invoiceSchema>;

const billedFuelSchema = z.object({
  auth_code: text(),
  timestamp: instant(),
  merchant_number: text(),
  merchant_city: text(),
  amount: decimal(),
});

/** A fuel transaction billed on an invoice. */
export type BilledFuel = z.output<typeof billedFuelSchema>;

const fuelRows = rows(billedFuelSchema);

/** A status may come as {key, value}; its key is kept beside the text, for the way back (INV-05). */
const withStatusKey = (wire: unknown): unknown => {
  const status: unknown = (wire as { status?: unknown } | null | undefined)?.status;
  if (typeof status !== 'object' || status === null || !('key' in status)) return wire;
  // An unreadable key would empty the whole record, as no field of that name was sent.
  return ['string', 'number'].includes(typeof status.key)
    ? { ...(wire as object), status_key: status.key }
    : wire;
};

const detailFields = z.preprocess(
  withStatusKey,
  invoiceSchema.extend({
    status_key: text(),
    /** Payments that were ever registered on it, reversed ones too; null where the service does not say. */
    payment_count: integer(),
  }),
);

/** An invoice as its own call gives it: the invoice's fields, and what it bills (INV-06). */
export const invoiceDetailSchema = z
  .object({ invoice_dto: detailFields, fuel_transaction_dto_list: fuelRows })
  .transform(({ invoice_dto, fuel_transaction_dto_list }) => ({
    ...invoice_dto,
    fuel_transaction_dto_list,
  }));

export type InvoiceDetail = z.output<typeof invoiceDetailSchema>;
