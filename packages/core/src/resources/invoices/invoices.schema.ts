import * as z from 'zod/mini';
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

/** An invoice, as in lists. Days are calendar days without a time zone (INV-08). */
export const invoiceSchema = z.object({
  id: text(),
  /** Used in routes and payments (SHELL-03). */
  invoice_number: text(),
  company_name: text(),
  issued_date: invoiceDay(),
  due_date: invoiceDay(),
  start_date: invoiceInstant(),
  end_date: invoiceInstant(),
  status: labelled(),
  total_amount: decimal(),
  amount_due: decimal(),
  /** Payments minus reversals; null if the service doesn't send it (INV-12). */
  amount_paid: decimal(),
  currency: text(),
  file_name: text(),
  /** 'unbilled' if created from unbilled lines (INV-14); null if the service doesn't send it. */
  made_from: text(),
});

/**
 * An invoice, as in lists.
 * @useDeclaredType
 */
export interface Invoice extends z.output<typeof invoiceSchema> {}

const billedFuelSchema = z.object({
  auth_code: text(),
  timestamp: instant(),
  merchant_number: text(),
  merchant_city: text(),
  amount: decimal(),
});

/**
 * A fuel transaction billed on an invoice.
 * @useDeclaredType
 */
export interface BilledFuel extends z.output<typeof billedFuelSchema> {}

const fuelRows = rows(billedFuelSchema);

/**
 * If the status is sent as {key, value}, keeps its key next to the text, so that it can be sent back
 * (INV-05).
 */
const withStatusKey = (wire: unknown): unknown => {
  const status: unknown = (wire as { status?: unknown } | null | undefined)?.status;
  if (typeof status !== 'object' || status === null || !('key' in status)) return wire;
  // An unreadable key would empty the whole record, because the service sent no field of that name.
  return ['string', 'number'].includes(typeof status.key)
    ? { ...(wire as object), status_key: status.key }
    : wire;
};

const detailFields = z.pipe(
  z.transform(withStatusKey),
  z.extend(invoiceSchema, {
    status_key: text(),
    /**
     * Number of payments ever registered for it, including reversed ones; null if the service doesn't send
     * it.
     */
    payment_count: integer(),
  }),
);

/** An invoice as returned by its own call: the invoice's fields, and what it bills (INV-06). */
export const invoiceDetailSchema = z.pipe(
  z.object({ invoice_dto: detailFields, fuel_transaction_dto_list: fuelRows }),
  z.transform(({ invoice_dto, fuel_transaction_dto_list }) => ({
    ...invoice_dto,
    fuel_transaction_dto_list,
  })),
);

/**
 * An invoice as returned by its own call, with the purchases it bills.
 * @useDeclaredType
 */
export interface InvoiceDetail extends z.output<typeof invoiceDetailSchema> {}
