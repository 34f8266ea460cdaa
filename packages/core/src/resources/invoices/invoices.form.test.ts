import { describe, expect, it } from 'vitest';
import { Decimal } from '../../format/decimal.ts';
import { can, toMenuAccess } from '../../permissions/index.ts';
import type { Draft, FormMode, FormState } from '../../resource/form.types.ts';
import { checkForm } from '../../resource/form-rules.ts';
import { idReference, routeReference } from '../../resource/record-reference.ts';
import { cards } from '../cards/cards.resource.ts';
import { invoiceForm as form } from './invoices.form.ts';
import { invoices } from './invoices.resource.ts';
import { type Invoice, type InvoiceDetail, invoiceDetailSchema } from './invoices.schema.ts';

const wire = (status: unknown) => ({
  invoice_dto: {
    id: 7,
    invoice_number: 'INV-1/26',
    company_name: 'North Haul',
    issued_date: '03-11-2026',
    due_date: '2026-12-03',
    start_date: '01-10-2026 00:30',
    end_date: '31-10-2026',
    status,
    total_amount: '864.45',
    amount_due: 864.1,
    currency: 'CAD',
  },
  fuel_transaction_dto_list: [],
});
const open = (mode: FormMode, status: unknown = 'Open', changes: Draft = {}) => {
  const detail =
    mode === 'create' ? undefined : (invoiceDetailSchema.parse(wire(status)) as InvoiceDetail);
  return { mode, detail, draft: { ...form.draft(detail), ...changes } };
};
type State = FormState<InvoiceDetail>;
const openNames = (state: State) =>
  form
    .fields(state)
    .filter(({ locked }) => locked === undefined)
    .map(({ name }) => name)
    .join(' ');
const update = (state: State) => form.update?.body(state, {}) as Record<string, unknown>;

const DATES = 'issued_date due_date start_date end_date';

describe('locks', () => {
  it.each([
    ['Fully Paid', ''],
    ['Sent', 'status'],
    ['Partially Paid', 'status'],
    ['PARTIALLY_PAID', 'status'],
    ['Draft', `${DATES} status`],
    ['Void', ''],
    ['Open', `${DATES} status amount_due`],
    ['Closed', `${DATES} status amount_due`],
    ['NSF', `${DATES} status amount_due`],
    ['constructor', `${DATES} status amount_due`],
    [undefined, `${DATES} status amount_due`],
  ])('INV-04 INV-03 saved as %s leaves open: %s', (status, expected) => {
    expect(openNames(open('edit', status))).toBe(expected);
    expect(openNames(open('edit', { key: '9', value: status ?? '' }))).toBe(expected);
  });

  it('INV-04 the saved status decides, not the one just chosen', () => {
    expect(openNames(open('edit', 'Open', { status: 'Fully Paid' }))).toContain('amount_due');
    expect(openNames(open('edit', 'Fully Paid', { status: 'Open' }))).toBe('');
  });

  it('INV-04 gives the reason for a lock', () => {
    const reasons = form
      .fields(open('edit', 'Sent'))
      .map(({ locked, name }) => `${name}: ${locked}`);
    expect(reasons).toContain('amount_due: It stays as it is while the invoice is Sent.');
    expect(reasons).toContain('total_amount: It is shown here and changed elsewhere.');
  });

  it('INV-03 everything is locked while viewing, and unlocked while creating', () => {
    expect(openNames(open('view'))).toBe('');
    expect(form.fields(open('create')).every(({ locked }) => locked === undefined)).toBe(true);
    expect(invoices.record?.back).toBe('Back to Invoices');
    expect(form.submitLabels).toEqual({ create: 'Save', edit: 'Update' });
  });
});

describe('rules', () => {
  it.each<[string, string | undefined]>([
    ['INV-1/2 #3_a.b', undefined],
    ['É1', undefined],
    [`1${'x'.repeat(63)}`, undefined],
    [`1${'x'.repeat(64)}`, 'An invoice number has at most 64 characters.'],
    ...['-1', 'A  1', 'A:1', 'А1', 'Ａ1'].map((number): [string, string] => [
      number,
      'An invoice number has Latin letters, the digits 0 to 9, single spaces and - _ . / # only, and begins with a letter or a digit.',
    ]),
  ])('INV-12 the number %j: %j', (invoice_number, message) => {
    const [issue] = checkForm(form, open('create', '', { invoice_number })).invoice_number ?? [];
    expect(issue?.message).toBe(message);
  });

  it('INV-06 all shown fields are required', () => {
    const issues = checkForm(form, open('create'));
    expect(Object.keys(issues).sort()).toEqual(
      `${DATES} invoice_number company_name status total_amount amount_due currency`
        .split(' ')
        .sort(),
    );
    const empty = { issued_date: '', due_date: '', start_date: '', status: '', amount_due: '' };
    expect(
      Object.values(checkForm(form, open('edit', 'Open', empty)))
        .flat()
        .map(({ message }) => message),
    ).toEqual([
      'Date Issued is required',
      'Date Due is required',
      'Start Date is required',
      'Status is required',
      'Amount Due is required',
    ]);
    expect(checkForm(form, open('edit', 'Sent', { amount_due: '' }))).toEqual({});
  });

  it('INV-05 an amount has at most two decimals, a start has a time', () => {
    const issues = checkForm(
      form,
      open('edit', 'Open', { amount_due: '1.005', start_date: '2026-10-01' }),
    );
    expect(issues.amount_due?.[0]?.message).toBe(
      'Amount Due may have at most 2 digits after the decimal point',
    );
    expect(issues.start_date?.[0]?.message).toBe(
      'Start Date must be a date with a time: 2026-10-01 has no time. Add one, such as 14:05',
    );
  });

  it('INV-05 a loaded amount with more decimals is sent with two', () => {
    const state = open('edit', 'Sent');
    const detail = { ...state.detail, amount_due: Decimal.from('864.125') } as InvoiceDetail;
    expect(update({ ...state, detail }).amount_due).toBe(864.13);
  });

  it.each<[Draft, string, string]>([
    [{ amount_due: '-5' }, 'amount_due', 'Amount due cannot be less than 0.'],
    [
      { amount_due: '864.46' },
      'amount_due',
      'Amount due cannot exceed 864.45, the total less what was paid.',
    ],
    [{ due_date: '2026-11-02' }, 'due_date', 'Date Due cannot be before Date Issued.'],
    [{ end_date: '2026-09-30T23:59' }, 'end_date', 'End Date cannot be before Start Date.'],
    [{ status: 'Fully Paid' }, 'status', 'An invoice is Fully Paid only when nothing is due.'],
    [{ status: 'FULLY_PAID' }, 'status', 'An invoice is Fully Paid only when nothing is due.'],
  ])('INV-12 %j is refused at %s', (changes, name, message) => {
    const issues = checkForm(form, open('edit', 'Open', changes));
    expect(Object.entries(issues).map(([at, [issue]]) => [at, issue?.message])).toEqual([
      [name, message],
    ]);
  });

  it.each<[Draft, readonly string[]]>([
    [
      { issued_date: '0001-01-01' },
      ['Date Issued must be between 01/01/2000 and a year from today.'],
    ],
    [
      { issued_date: '1999-12-31' },
      ['Date Issued must be between 01/01/2000 and a year from today.'],
    ],
    [{ due_date: '9999-12-31' }, ['Date Due must be between 01/01/2000 and a year from today.']],
    [{ due_date: '2027-11-21' }, ['Date Due must be between 01/01/2000 and a year from today.']],
    [{ issued_date: '2000-01-01', due_date: '2027-11-20' }, []],
  ])('INV-12 the days %j on 2026-11-20: %j', (changes, expected) => {
    const issues = checkForm(form, { ...open('edit', 'Open', changes), today: '2026-11-20' });
    expect(
      Object.values(issues)
        .flat()
        .map(({ message }) => message),
    ).toEqual(expected);
  });

  it('INV-12 a day saved before the rule existed stays valid', () => {
    const state = open('edit', 'Open');
    const detail = { ...state.detail, issued_date: '1990-01-01' } as InvoiceDetail;
    const old = { ...state, detail, draft: form.draft(detail), today: '2026-11-20' };
    expect(checkForm(form, old)).toEqual({});
  });

  it('INV-14 the period of an invoice made from unbilled lines is locked', () => {
    const state = open('edit', 'Draft');
    const detail = { ...state.detail, made_from: 'unbilled' } as InvoiceDetail;
    const made = { ...state, detail };
    expect(openNames(made)).toBe('issued_date due_date status');
    expect(form.fields(made).find(({ name }) => name === 'end_date')?.locked).toBe(
      'It comes from the purchases that the invoice bills.',
    );
  });

  it('INV-12 a paid amount is not due again; a locked field has no issues', () => {
    const state = open('edit', 'Open', { amount_due: '564.46' });
    const detail = { ...state.detail, amount_paid: Decimal.from('300') } as InvoiceDetail;
    expect(checkForm(form, { ...state, detail }).amount_due?.[0]?.message).toBe(
      'Amount due cannot exceed 564.45, the total less what was paid.',
    );
    expect(checkForm(form, open('edit', 'Sent', { amount_due: '999999' }))).toEqual({});
  });

  it.each<[string | undefined, string | undefined]>([
    ['0', 'Nothing was paid on it. Close it instead.'],
    ['0.01', undefined],
    [undefined, undefined],
  ])('INV-12 of which %s was paid: Fully Paid is refused with %s', (paid, message) => {
    const state = open('edit', 'Open', { amount_due: '0', status: 'Fully Paid' });
    const amount_paid = paid === undefined ? state.detail?.amount_paid : Decimal.from(paid);
    const detail = { ...state.detail, amount_paid } as InvoiceDetail;
    expect(checkForm(form, { ...state, detail }).status?.[0]?.message).toBe(message);
  });

  it.each<[string, unknown, Draft, string]>([
    [
      'a credit taken back',
      'Open',
      { amount_due: '864.20' },
      'Say why 0.10 CAD of it is due again.',
    ],
    ['a credit', 'Open', { amount_due: '0' }, 'Say why 864.10 CAD of it is no longer due.'],
    ['a write-off', 'Open', { status: 'Closed' }, 'Say why it is closed with 864.10 CAD due.'],
    [
      'a write-off of one sent',
      'Sent',
      { status: 'Closed' },
      'Say why it is closed with 864.10 CAD due.',
    ],
    [
      'an invoice opened again',
      'Partially Paid',
      { status: 'Open' },
      'Say why it goes back from Partially Paid to Open: what was locked can be changed then.',
    ],
    ...(['Sent', 'NSF', 'Closed', 'Overdue', 'Open', 'PARTIALLY_PAID'] as const).map(
      (status): [string, unknown, Draft, string] => [
        `${status} made a draft again`,
        status,
        { status: 'Draft' },
        `Say why it goes back from ${status} to Draft: what was locked can be changed then.`,
      ],
    ),
    ...(['NSF', 'Closed'] as const).map((status): [string, unknown, Draft, string] => [
      `${status} opened again`,
      status,
      { status: 'Open' },
      `Say why it goes back from ${status} to Open: what was locked can be changed then.`,
    ]),
  ])('INV-12 %s requires a reason, and sends it', (_, status, changes, text) => {
    const state = open('edit', status, changes);
    const asked = form.fields(state).at(-1);
    expect([asked?.name, asked?.label, asked?.required]).toEqual(['reason', 'Reason', true]);
    expect(checkForm(form, state).reason?.[0]?.message).toBe(text);
    const said = { ...state, draft: { ...state.draft, reason: ' Agreed ' } };
    expect(checkForm(form, said)).toEqual({});
    expect(update(said).reason).toBe('Agreed');
  });

  it.each<[string, unknown, Draft]>([
    ['the same', 'Open', {}],
    ['a draft that is issued', 'Draft', { status: 'Open' }],
    ['closed with nothing due', 'Closed', { due_date: '2026-12-05' }],
    ['sent and closed by its payment', 'Sent', { status: 'NSF' }],
    ['a locked amount', 'Sent', { amount_due: '1' }],
  ])('INV-12 INV-06 %s asks for none, and sends one that is given', (_, status, changes) => {
    const state = open('edit', status, changes);
    expect(form.fields(state).map(({ name }) => name)).not.toContain('reason');
    expect(update(state)).not.toHaveProperty('reason');
    // A reason that was not asked for is shown and sent.
    const spare = open('edit', status, { ...changes, reason: ' Spare ' });
    const field = form.fields(spare).find(({ name }) => name === 'reason');
    expect([field?.label, field?.required]).toEqual(['Reason', false]);
    expect(update(spare).reason).toBe('Spare');
    expect(form.fields(open('view')).map(({ name }) => name)).not.toContain('reason');
  });

  it.each<[string, object, string | undefined]>([
    ['Partially Paid', { amount_paid: '0' }, 'Nothing was paid on it yet. Choose another status.'],
    ['Partially Paid', { amount_paid: '0.35' }, undefined],
    ['Partially Paid', {}, undefined],
    ['NSF', { payment_count: 0 }, 'Nothing was paid on it yet. Choose another status.'],
    ['NSF', { payment_count: 1, amount_paid: '0' }, undefined],
    ['NSF', {}, undefined],
    [
      'Draft',
      { amount_paid: '0.35' },
      'Something was paid on it: it is no draft any more. Choose another status.',
    ],
    ['Draft', { amount_paid: '0' }, undefined],
  ])('INV-12 set to %s while the service says %j: %s', (status, said, message) => {
    const body = wire('Open');
    const invoice_dto = { ...body.invoice_dto, ...said };
    const detail = invoiceDetailSchema.parse({ ...body, invoice_dto }) as InvoiceDetail;
    const state = { mode: 'edit', detail, draft: { ...form.draft(detail), status } } as const;
    expect(checkForm(form, state).status?.[0]?.message).toBe(message);
    // Saved before the rule existed, so it may stay.
    const saved = { ...detail, status } as InvoiceDetail;
    const draft = { ...form.draft(saved), due_date: '2026-12-05' };
    expect(checkForm(form, { mode: 'edit', detail: saved, draft }).status).toBeUndefined();
  });

  it('INV-12 a new invoice is not NSF', () => {
    expect(checkForm(form, open('create', '', { status: 'NSF' })).status?.[0]?.message).toBe(
      'Nothing was paid on it yet. Choose another status.',
    );
  });

  it('INV-12 a total is not negative', () => {
    const state = open('create', '', { total_amount: '-0.01' });
    expect(checkForm(form, state).total_amount?.[0]?.message).toBe('Total cannot be less than 0.');
  });

  it('INV-06 is sent only if changed', () => {
    expect(form.onlyIfChanged).toBe(true);
  });
});

describe('calls', () => {
  it('INV-06 INV-05 INV-08 PUT sends its eight values, dates in their wire form', () => {
    const state = open('edit', 'Open', { amount_due: '10.10', end_date: '2026-11-01T08:05' });
    expect(form.update?.method).toBe('PUT');
    expect(form.update?.path(state)).toBe('spol/invoices/update');
    expect(update(state)).toEqual({
      id: '7',
      issued_date: '03-11-2026',
      due_date: '03-12-2026',
      start_date: '01-10-2026 00:30',
      end_date: '01-11-2026 08:05',
      status: { key: 'Open', value: 'Open', value2: 'Urgent' },
      amount_due: 10.1,
      currency: 'CAD',
    });
    expect(update(open('edit')).end_date).toBe('31-10-2026 00:00');
  });

  it('INV-04 a locked value is sent as loaded, whatever the draft contains', () => {
    const changes = {
      amount_due: '1',
      currency: 'USD',
      issued_date: '2020-01-01',
      status: 'Closed',
    };
    expect(update(open('edit', 'Sent', changes))).toMatchObject({
      amount_due: 864.1,
      currency: 'CAD',
      issued_date: '03-11-2026',
      status: { key: 'Closed' },
    });
    expect(update(open('edit', 'Fully Paid', changes)).status).toMatchObject({ key: 'Fully Paid' });
  });

  it('INV-05 a status is sent by key and text, as loaded or as chosen, and urgent', () => {
    const choices = () => [
      { key: '3', value: 'Sent' },
      { key: '4', value: 'Closed' },
    ];
    const status = (loaded: unknown, changes: Draft = {}) =>
      update({ ...open('edit', loaded, changes), choices }).status;
    const sent = { key: '3', value: 'Sent', value2: 'Urgent' };
    expect(status({ key: '3', value: 'Sent' })).toEqual(sent);
    expect(status('Sent')).toEqual(sent);
    expect(status('Open')).toEqual({ key: 'Open', value: 'Open', value2: 'Urgent' });
    expect(status('Open', { status: '4' })).toEqual({
      key: '4',
      value: 'Closed',
      value2: 'Urgent',
    });
    expect(update(open('edit', { key: 3, value: 'Sent' })).status).toEqual(sent);
    expect(open('edit', { key: 3, value: 'Sent' }).detail).toMatchObject({ status: 'Sent' });
  });

  it('INV-05 INV-08 POST sends every field', () => {
    const state = open('create', '', {
      invoice_number: 'INV-2',
      company_name: 'North Haul',
      issued_date: '2026-11-03',
      due_date: '2026-12-03',
      start_date: '2026-10-01T00:00',
      end_date: '2026-10-31T23:59',
      status: 'Draft',
      total_amount: '0.30',
      amount_due: '0.1',
      currency: 'CAD',
    });
    expect(checkForm(form, state)).toEqual({});
    expect(form.create?.method).toBe('POST');
    expect(form.create?.path(state)).toBe('spol/invoices/');
    expect(form.create?.body(state, {})).toEqual({
      invoice_number: 'INV-2',
      company_name: 'North Haul',
      issued_date: '03-11-2026',
      due_date: '03-12-2026',
      start_date: '01-10-2026 00:00',
      end_date: '31-10-2026 23:59',
      status: { key: 'Draft', value: 'Draft' },
      total_amount: 0.3,
      amount_due: 0.1,
      currency: 'CAD',
    });
  });

  it('FORM-06 an error about a part of the status shows at the status', () => {
    expect(form.fieldAt?.('/status/key', open('edit'))).toBe('status');
    expect(form.fieldAt?.('/due_date', open('edit'))).toBeUndefined();
  });

  it('INV-11 FORM-04 reports success, and goes back', () => {
    expect(form.texts).toEqual({
      created: 'Invoice Created Successfully',
      updated: 'Invoice Updated Successfully',
      createFailed: 'Error while Creating Invoice',
      updateFailed: 'Error while updating Invoice',
    });
    expect(form.after).toBe('back');
  });
});

describe('actions', () => {
  const reader = toMenuAccess([
    { code: 'FI', read: true, create: false, update: false, delete: false },
  ]);
  const row = {
    id: '7',
    invoice_number: 'INV-1/26',
    company_name: 'North Haul',
    currency: 'CAD',
  } as Invoice;

  it('INV-02 LIST-11 has email, download and Payment Offline, and no delete', () => {
    expect(invoices.actions?.map(({ label, on }) => `${label} ${on}`)).toEqual([
      'Email row',
      'Void row',
    ]);
    expect(invoices.bundle?.label).toBe('Download');
    expect(invoices.rowForms?.map(({ label }) => label)).toEqual(['Payment Offline']);
    expect(invoices.remove).toBeUndefined();
    expect(can(toMenuAccess([]), invoices.rowForms?.[0]?.action ?? 'cards.list').allowed).toBe(
      true,
    );
  });

  it('INV-09 e-mails by id, with POST; read is enough', () => {
    const email = invoices.actions?.[0];
    expect(email?.call(['7'], {})).toEqual({
      method: 'POST',
      path: 'email-invoice',
      query: [
        ['type', 'spol/invoices'],
        ['id', '7'],
        ['by', 'id'],
      ],
    });
    expect(email?.texts).toEqual({
      success: 'Invoice emailed successfully!',
      failure: 'Error while sending invoice email.',
    });
    expect(can(reader, email?.action ?? 'cards.list').allowed).toBe(true);
  });

  it('INV-14 voids by id with a reason, and only a draft made from unbilled lines', () => {
    const action = invoices.actions?.[1];
    expect(action?.call(['7'], { reason: ' Wrong period ' })).toEqual({
      method: 'POST',
      path: 'spol/invoices/7/void',
      query: [['by', 'id']],
      json: { reason: 'Wrong period' },
    });
    expect(action?.fields.map(({ label, required }) => [label, required])).toEqual([
      ['Reason', true],
    ]);
    expect(action?.texts).toEqual({
      success: 'Invoice Voided Successfully',
      failure: 'Error while voiding Invoice',
    });
    const rows = [
      { made_from: 'unbilled', status: 'Draft' },
      { made_from: 'unbilled', status: 'Sent' },
      { made_from: 'unbilled', status: 'Void' },
      { made_from: '', status: 'Draft' },
      {},
    ];
    expect(rows.map((row) => action?.offered?.(row))).toEqual([true, false, false, false, false]);
    expect(can(reader, action?.action ?? 'cards.list').allowed).toBe(false);
  });

  it('INV-10 downloads one invoice as a file and several as a ZIP, by invoice number', () => {
    const files = invoices.bundle;
    expect(files).toMatchObject({
      title: 'Export selected invoices to a ZIP file',
      submitLabel: 'Export',
      closeLabel: 'Close',
      types: [
        { key: 'pdf', value: 'PDF' },
        { key: 'csv', value: 'CSV' },
      ],
      bundleName: 'invoices.zip',
      texts: { none: 'Please select an invoice to export.' },
    });
    expect(files?.warning).toMatch(/new tab.*several minutes/);
    expect(files?.key(row)).toBe('INV-1/26');
    expect(files?.path('INV-1/26', 'pdf')).toBe('spol/invoices/INV-1%2F26/download');
    expect(files?.path('INV-1/26', 'csv')).toBe('spol/invoices/INV-1%2F26/download/csv');
    expect([files?.fileName('pdf'), files?.fileName('csv')]).toEqual([
      'invoice.pdf',
      'invoice.csv',
    ]);
    expect(files?.entryName('INV-1', 'csv')).toBe('INV-1.csv');
    expect(files?.texts.success('PDF')).toBe('Invoice Download PDF Successfully');
    expect(files?.texts.failure('CSV')).toBe('Error while Downloading CSV Invoice');
  });

  it('SHELL-03 INV-10 a number of digits is never taken for the id of another invoice', () => {
    expect(invoices.record?.path('675')).toBe('spol/invoices/675');
    expect(invoices.record?.path('id:675')).toBe('spol/invoices/675?by=id');
    expect(invoices.record?.path(routeReference(invoices, 'A/675'))).toBe(
      'spol/invoices/A%2F675?by=number',
    );
    expect(idReference(invoices, '675')).toBe('id:675');
    const files = invoices.bundle;
    expect(files?.path('number:675', 'csv')).toBe('spol/invoices/675/download/csv?by=number');
    expect(files?.entryName('number:675', 'csv')).toBe('675.csv');
    expect([idReference(cards, '7'), routeReference(cards, '7')]).toEqual(['7', '7']);
  });

  it('INV-10 LIST-11 a row needs the download right, an export read', () => {
    expect(can(reader, invoices.bundle?.action ?? 'cards.list').allowed).toBe(false);
    expect(can(reader, invoices.bundle?.selectionAction ?? 'cards.list').allowed).toBe(true);
  });
});
