import { describe, expect, it } from 'vitest';
import { toMenuAccess } from '../permissions/index.ts';
import { cards } from './cards/cards.resource.ts';
import { cardSchema } from './cards/cards.schema.ts';
import { invoices } from './invoices/invoices.resource.ts';
import { invoiceDetailSchema, invoiceSchema } from './invoices/invoices.schema.ts';
import { menuEntries } from './menu.ts';
import { RESOURCES } from './registry.ts';
import { transactions } from './transactions/transactions.resource.ts';
import { transactionSchema } from './transactions/transactions.schema.ts';

const columns = (resource: { list: { columns: readonly { label: string; field: string }[] } }) =>
  resource.list.columns.map(({ label, field }) => `${label} = ${field}`);

const lists = () => Promise.all(RESOURCES.map(({ loadListDefinition }) => loadListDefinition()));

describe('texts', () => {
  it('ERR-04 tables without their own text say No Record found', async () => {
    const customers = (await lists()).find(({ name }) => name === 'customers');
    expect(customers?.list.texts.noRows).toBe('No Record found');
    expect(transactions.list.nested?.definition.empty).toBe('No Record found');
  });
});

describe('columns', () => {
  it('LIST-13 CARD-01 cards: label and wire field of every column', () => {
    expect(columns(cards)).toEqual([
      'Number = card_number',
      'Company = company_name',
      'Plastic Type = plastic_type',
      'Trailer = trailer_number',
      'Status = card_status',
      'Cash Advance = cash_advance_type',
      'Cash Balance = dash_cash_balance',
      'Driver Name = driver_name',
      'Tractor = vehicle_assigned_to_card',
      'Reefer = reefer',
      'UOM = uom',
    ]);
  });

  it('LIST-13 TXN-01 transactions: label and wire field of every column', () => {
    expect(columns(transactions)).toEqual([
      'Auth Code = authentication_id',
      'Time Stamp = txn_date',
      'Card Number = card_number',
      'Site Number = txn_station',
      'Province State = dtl_stn_prv',
      'Location = dtl_stn_addr',
      'Company = txn_company',
      'Amount = txn_amount',
      'Currency = hdr_currency',
      // To choose: what was bought, how much, by whom, and which import entered it.
      'Product = txn_product',
      'Product Code = txn_fuel_type',
      'Quantity = txn_qty',
      'Driver = txn_driver',
      'Unit = txn_unit_number',
      'Import = import_id',
      'Billing = billing',
      'Lines = line_amount',
    ]);
    expect(
      transactions.list.columns.filter(({ hidden }) => hidden).map(({ label }) => label),
    ).toEqual([
      'Product',
      'Product Code',
      'Quantity',
      'Driver',
      'Unit',
      'Import',
      'Billing',
      'Lines',
    ]);
  });

  it('TXN-02 sub-transactions: label and wire field, local tax 0 whatever is sent', () => {
    expect(
      transactions.list.nested?.definition.columns.map(
        ({ label, field }: { label: string; field: string }) => `${label} = ${field}`,
      ),
    ).toEqual([
      'Product = dtl_prd_desc',
      'Fuel Code = dtl_prd_cd',
      'Quantity = dtl_qty',
      'PPU = dtl_net_price',
      'FET = dtl_fet_rt',
      'GST = dtl_gst_amt',
      'HST = dtl_hst_amt',
      'Local Tax = local_tax',
      'PCT = pct',
      'PFT = dtl_pft_rt',
      'PST = dtl_pst_amt',
      'QST = dtl_qst_amt',
      'Billed Amount = dtl_amt',
    ]);
    const row = transactionSchema.parse({ sub_transactions: [{ local_tax: 5 }, {}] });
    expect(row.sub_transactions?.map((line) => line.local_tax?.toString())).toEqual(['0', '0']);
  });

  it('INV-01 invoices: label and wire field of every column', () => {
    expect(columns(invoices)).toEqual([
      'Invoice Number = invoice_number',
      'Company = company_name',
      'Date Issued = issued_date',
      'Date Due = due_date',
      'Start Date = start_date',
      'End Date = end_date',
      'Status = status',
      'Total = total_amount',
      'Amount Due = amount_due',
      'Currency = currency',
    ]);
  });

  it('LIST-05 every list has its texts', async () => {
    const texts = Object.fromEntries((await lists()).map(({ list, name }) => [name, list.texts]));
    expect(texts).toMatchObject({
      cards: { noRows: 'No Manage cards found.', none: 'No Manage cards records to show' },
      transactions: { noRows: 'No Transaction found.' },
      invoices: { noRows: 'No Invoice found.' },
      companies: { noRows: 'No Company found.', none: 'No Comapny records to show' },
      markups: { noRows: 'No Customer Markup found.' },
      users: { noRows: 'No User found.', none: 'No User records to show' },
    });
  });

  it('LIST-01 TXN-18 rows can be selected on cards, transactions, exceptions and invoices', async () => {
    const picked = (await lists()).filter(({ list }) => list.selectable).map(({ name }) => name);
    expect(picked).toEqual(['cards', 'transactions', 'exceptions', 'invoices']);
  });

  it('SHELL-03 routes use the authentication id and the invoice number', () => {
    expect(transactions.routeId?.({ id: '7', authentication_id: 'A1' } as never)).toBe('A1');
    expect(invoices.routeId?.({ id: '7', invoice_number: 'INV-1' } as never)).toBe('INV-1');
  });
});

describe('wire and domain', () => {
  it('CARD-11 RELEASE on the wire is ACTIVE here, both ways', () => {
    expect(cardSchema.parse({ card_status: 'RELEASE' }).card_status).toBe('ACTIVE');
    expect(cardSchema.parse({ card_status: 'HOLD' }).card_status).toBe('HOLD');
  });

  it('CARD-12 reads the paycheck balance under either name', () => {
    expect(cardSchema.parse({ paycheck_balance: '1.50' }).paycheck_balance?.toString()).toBe(
      '1.50',
    );
    expect(cardSchema.parse({ pay_check_balance: 2.5 }).paycheck_balance?.toString()).toBe('2.5');
    expect(
      cardSchema
        .parse({ paycheck_balance: null, pay_check_balance: 3 })
        .paycheck_balance?.toString(),
    ).toBe('3');
  });

  it('CARD-10 reads day maps from JSON text, an empty text and an object', () => {
    const parse = (cash_refresh_days: unknown) =>
      cardSchema.parse({ cash_refresh_days }).cash_refresh_days;
    expect(parse('{"monday":true,"na":false}')).toEqual({ monday: true, na: false });
    expect(parse('')).toEqual({});
    expect(parse({ friday: true })).toEqual({ friday: true });
    expect(cardSchema.safeParse({ cash_refresh_days: '{"monday":' }).success).toBe(false);
    expect(cardSchema.safeParse({ cash_refresh_days: '{"someday":true}' }).success).toBe(false);
  });

  it('INV-05 reads a status as text or as key and value, money as number or text', () => {
    const row = invoiceSchema.parse({
      status: { key: '3', value: 'Sent' },
      total_amount: '10.10',
      amount_due: 0.1,
    });
    expect(row.status).toBe('Sent');
    expect(row.total_amount?.toString()).toBe('10.10');
    expect(row.amount_due?.toString()).toBe('0.1');
    expect(invoiceSchema.parse({ status: 'Open' }).status).toBe('Open');
  });

  it('INV-08 reads the wire dates of an invoice into calendar days and moments', () => {
    const row = invoiceSchema.parse({
      issued_date: '03-11-2026',
      start_date: '01-10-2026 00:00',
      end_date: '2026-10-31T23:59:00',
    });
    expect(row).toMatchObject({
      issued_date: '2026-11-03',
      start_date: '2026-10-01T00:00:00',
      end_date: '2026-10-31T23:59:00',
    });
  });

  it('INV-06 reads the detail with its billed purchases', () => {
    const detail = invoiceDetailSchema.parse({
      invoice_dto: { invoice_number: 'INV-1' },
      fuel_transaction_dto_list: [{ auth_code: 'A1', amount: 12.5 }],
    });
    expect(detail.invoice_number).toBe('INV-1');
    expect(detail.fuel_transaction_dto_list?.[0]?.amount?.toString()).toBe('12.5');
  });

  it('accepts unknown fields, and numbers in place of text', () => {
    expect(transactionSchema.parse({ id: 12, extra: true }).id).toBe('12');
    expect(
      transactionSchema.safeParse(JSON.parse('{"card_number":70768500000000123}')).success,
    ).toBe(false);
  });
});

describe('menu', () => {
  it('SHELL-07 has its entries in order, each with its decision', () => {
    const entries = menuEntries(
      toMenuAccess([{ code: 'FT', read: true, create: false, update: false, delete: false }]),
    );
    expect(entries.map(({ label }) => label)).toEqual([
      'Dashboard',
      'Customer',
      'Markup',
      'Users',
      'Cards',
      'Reporting',
      'Transactions',
      'Daily Rates',
      'Invoices',
      'Smart Buy',
      'Truck Care',
    ]);
    expect(entries.filter(({ decision }) => decision.allowed).map(({ label }) => label)).toEqual([
      'Transactions',
    ]);
  });
});
