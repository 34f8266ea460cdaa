import * as z from 'zod';
import {
  decimal,
  instant,
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
  currency: text(),
  file_name: text(),
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

/** An invoice as its own call gives it: the invoice's fields, and what it bills (INV-06). */
export const invoiceDetailSchema = z.codec(
  z.object({ invoice_dto: invoiceSchema, fuel_transaction_dto_list: fuelRows }),
  z.custom<Invoice & { readonly fuel_transaction_dto_list: z.output<typeof fuelRows> }>(),
  {
    decode: ({ invoice_dto, fuel_transaction_dto_list }) =>
      ({ ...invoice_dto, fuel_transaction_dto_list }) as never,
    encode: ({ fuel_transaction_dto_list, ...invoice_dto }) =>
      ({ invoice_dto, fuel_transaction_dto_list }) as never,
  },
);

export type InvoiceDetail = z.output<typeof invoiceDetailSchema>;
