import type { Selectable } from 'kysely';
import type { TransactionLinesTable, TransactionsTable } from '../db/schema-fleet.ts';
import type { PaymentRows } from '../db/schema-rows.ts';
import type { Reader } from '../db/store.ts';
import type { InvoiceRow } from './invoice-store.ts';

type Header = Pick<
  Selectable<TransactionsTable>,
  | 'authentication_id'
  | 'txn_date'
  | 'card_number'
  | 'driver'
  | 'unit_number'
  | 'station_number'
  | 'station_name'
  | 'city'
  | 'province'
>;

/** A billed line, with details of its transaction. */
export type BilledLine = Header & Selectable<TransactionLinesTable>;

/** Whom a document is for. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
  /** Address, line by line. */
  readonly address: readonly string[];
  readonly taxNumber: string;
  /** Id of its company's brand; '' for the default one. */
  readonly brand: string;
}

/** An invoice and its recipient. */
export interface AddressedInvoice {
  readonly invoice: InvoiceRow;
  readonly customer: Recipient;
}

/** Everything that an invoice's document shows. */
export interface InvoiceDocument extends AddressedInvoice {
  readonly lines: readonly BilledLine[];
  readonly payments: readonly Selectable<PaymentRows>[];
}

const COUNTRIES: Readonly<Record<string, string>> = { CA: 'Canada', US: 'United States' };

/** Reads the recipient of a company's documents, under the name that they have. */
export async function recipientOf(
  read: Reader,
  { company_id, company_name }: Pick<InvoiceRow, 'company_id' | 'company_name'>,
): Promise<Recipient> {
  const id = company_id ?? 0;
  const company = await read
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const customer = await read
    .selectFrom('customers')
    .selectAll()
    .where('company_id', '=', id)
    .orderBy('id')
    .executeTakeFirst();
  const billed = customer?.address1 ? customer : undefined;
  const city = billed?.billing_city ?? company?.city ?? '';
  const state = billed?.billing_state ?? company?.state ?? '';
  const code = billed?.billing_zip_code || company?.postal_code || '';
  const country = billed?.billing_country ?? company?.country ?? '';
  const address = [
    billed?.address1 ?? company?.address1 ?? '',
    company?.address2 ?? '',
    [[city, state].filter(Boolean).join(', '), code].filter(Boolean).join('  '),
    COUNTRIES[country] ?? country,
  ];
  return {
    name: company_name,
    email: customer?.email || company?.email || '',
    address: address.filter((line) => line !== ''),
    taxNumber: customer?.tax_no ?? '',
    brand: company?.brand ?? '',
  };
}

export const addressed = async (read: Reader, invoice: InvoiceRow): Promise<AddressedInvoice> => ({
  invoice,
  customer: await recipientOf(read, invoice),
});

/** Reads an invoice with its recipient, lines and payments. */
export async function readInvoiceDocument(
  read: Reader,
  invoice: InvoiceRow,
): Promise<InvoiceDocument> {
  const lines = await read
    .selectFrom('transactions')
    .innerJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
    .selectAll('transaction_lines')
    .select([
      'transactions.authentication_id',
      'transactions.txn_date',
      'transactions.card_number',
      'transactions.driver',
      'transactions.unit_number',
      'transactions.station_number',
      'transactions.station_name',
      'transactions.city',
      'transactions.province',
    ])
    .where('transaction_lines.invoice_id', '=', invoice.id)
    .orderBy('transactions.txn_date')
    .orderBy('transactions.id')
    .orderBy('transaction_lines.position')
    .execute();
  const payments = await read
    .selectFrom('payment_rows')
    .selectAll()
    .where('invoice_id', '=', invoice.id)
    .orderBy('payment_date')
    .orderBy('id')
    .execute();
  return { ...(await addressed(read, invoice)), lines, payments };
}
