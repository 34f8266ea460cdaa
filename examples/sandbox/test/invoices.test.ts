import { describe, expect, it } from 'vitest';
import { ADMIN, openSandbox, signIn } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const { content } = await admin.json('spol/invoices/?size=50');
const invoice = async (number: string) =>
  (await admin.json(`spol/invoices/${number}`)).invoice_dto as any;
const payload = (row: any, changes: object = {}) => ({
  id: row.id,
  issued_date: row.issued_date,
  due_date: row.due_date,
  start_date: row.start_date,
  end_date: row.end_date,
  status: { key: row.status, value: row.status, value2: 'Urgent' },
  amount_due: row.amount_due,
  currency: row.currency,
  ...changes,
});
/** With a reason, for the changes that want one (INV-12). */
const update = (row: any, changes: object) =>
  admin.call('spol/invoices/update', {
    method: 'PUT',
    body: { reason: 'Agreed', ...payload(row, changes) },
  });
const status = (value: string) => ({ status: { key: value, value, value2: 'Urgent' } });
const one = (value: string) => content.find((row: any) => row.status === value);

const OTHER = {
  issued_date: '01-01-2026',
  due_date: '31-12-2026',
  start_date: '01-12-2025 00:00',
  end_date: '31-12-2026 23:59',
  amount_due: 0.07,
};

describe('changing an invoice', () => {
  it.each([
    ['Fully Paid', ''],
    ['Sent', 'status'],
    ['Partially Paid', 'status'],
    ['Draft', 'issued_date due_date start_date end_date status'],
    ['Open', 'issued_date due_date start_date end_date amount_due status'],
    ['Closed', 'issued_date due_date start_date end_date amount_due status'],
    ['NSF', 'issued_date due_date start_date end_date amount_due status'],
  ])('INV-04 while %s: %s may change, the rest is refused where it stands', async (saved, open) => {
    const row = one(saved);
    for (const [field, value] of Object.entries({ ...OTHER, ...status('Open') })) {
      if (field === 'status' && saved === 'Open') continue;
      // A Closed invoice is paid: nothing of it can be due again (INV-12).
      if (field === 'amount_due' && saved === 'Closed') continue;
      const before = await invoice(row.invoice_number);
      const answer = await update(before, { [field]: value });
      if (open.includes(field)) {
        expect(answer.status).toBe(200);
        const after = await answer.json();
        expect(after[field]).toEqual(field === 'status' ? 'Open' : value);
        expect(await invoice(row.invoice_number)).toEqual(after);
        // Back again, by what is open of an Open invoice.
        if (field !== 'status') await update(after, { [field]: before[field] });
      } else {
        expect(answer.status).toBe(422);
        const { errors } = await answer.json();
        expect(errors).toEqual([
          { pointer: `/${field}`, detail: `It stays as it is while the invoice is ${saved}.` },
        ]);
        expect(await invoice(row.invoice_number)).toEqual(before);
      }
    }
  });

  it('INV-04 the saved status decides, not the one that is sent with it', async () => {
    const row = content.filter((each: any) => each.status === 'Sent').at(-1);
    const answer = await update(row, { ...status('Open'), amount_due: 1 });
    expect((await answer.json()).errors.map((error: any) => error.pointer)).toEqual([
      '/amount_due',
    ]);
    expect((await update(row, status('Open'))).status).toBe(200);
    expect((await update(row, { ...status('Open'), amount_due: 1 })).status).toBe(200);
  });

  it('INV-03 what no edit changes is refused', async () => {
    const row = content.filter((each: any) => each.status === 'Open').at(-1);
    const answer = await update(row, { currency: row.currency === 'CAD' ? 'USD' : 'CAD' });
    expect((await answer.json()).errors).toEqual([
      { pointer: '/currency', detail: 'It is shown here and changed elsewhere.' },
    ]);
  });

  it.each([
    [{ amount_due: 1.005 }, '/amount_due'],
    [{ amount_due: 'much' }, '/amount_due'],
    [{ total_amount: null }, '/total_amount'],
    [{ due_date: '31-02-2026' }, '/due_date'],
    [{ due_date: '' }, '/due_date'],
    [status('Lost'), '/status'],
    [{ id: 999_999 }, '/id'],
    [{ id: 'x' }, '/id'],
  ])('INV-06 %j is refused at %s', async (changes, pointer) => {
    const row = content.filter((each: any) => each.status === 'Open').at(-1);
    const answer = await update(await invoice(row.invoice_number), changes);
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors[0].pointer).toBe(pointer);
  });

  it('INV-05 INV-06 a status that says nothing is missing', async () => {
    const row = content.filter((each: any) => each.status === 'Open').at(-1);
    for (const nothing of ['', {}, { key: '' }]) {
      const answer = await update(await invoice(row.invoice_number), { status: nothing });
      expect((await answer.json()).errors).toEqual([
        { pointer: '/status', detail: 'Status is required' },
      ]);
    }
  });

  it('INV-05 INV-06 takes a status as text or as key and value, money as text, and ISO dates', async () => {
    const row = content.filter((each: any) => each.status === 'Open').at(-1);
    const answer = await update(await invoice(row.invoice_number), {
      status: 'Closed',
      amount_due: '12.30',
      due_date: '2026-12-24',
      end_date: '2026-10-31T18:05',
    });
    expect(await answer.json()).toMatchObject({
      status: 'Closed',
      amount_due: 12.3,
      due_date: '24-12-2026',
      end_date: '31-10-2026 18:05',
    });
  });

  it('is recorded in the trail, with the former values', async () => {
    const row = content.filter((each: any) => each.status === 'Draft').at(-1);
    await update(row, status('Sent'));
    const { content: trail } = await admin.json(
      `audit?filter=resource:invoices&filter=record_id:${row.invoice_number}`,
    );
    expect(trail[0]).toMatchObject({
      actor: ADMIN,
      action: 'invoices.update',
      changes: { status: ['Draft', 'Sent'] },
    });
  });
});

describe('making an invoice', () => {
  const NEW = {
    invoice_number: 'NHC-EXTRA-1',
    company_name: 'North Haul Carriers Ltd.',
    issued_date: '03-11-2026',
    due_date: '24-11-2026',
    start_date: '01-10-2026 00:00',
    end_date: '31-10-2026 23:59',
    status: { key: 'Draft', value: 'Draft' },
    total_amount: 120.35,
    amount_due: 120.35,
    currency: 'CAD',
  };
  const create = (changes: object = {}) =>
    admin.call('spol/invoices/', { body: { ...NEW, ...changes } });

  it('INV-06 ACC-07 is there afterwards, not yet for its company, and once', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    const made = await answer.json();
    expect(made).toMatchObject({ ...NEW, status: 'Draft' });
    expect(await invoice(NEW.invoice_number)).toEqual(made);
    const viewer = await signIn(sandbox, 'viewer@northhaul.test');
    expect((await viewer.call(`spol/invoices/${NEW.invoice_number}`)).status).toBe(404);
    const twice = await create();
    expect((await twice.json()).errors[0].pointer).toBe('/invoice_number');
    const { content: trail } = await admin.json(`audit?filter=record_id:${NEW.invoice_number}`);
    expect(trail.map((entry: any) => entry.action)).toEqual(['invoices.create']);
  });

  it.each(Object.keys(NEW))('INV-06 %s is required', async (field) => {
    const answer = await create({ invoice_number: 'NHC-EXTRA-2', [field]: null });
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual([
      { pointer: `/${field}`, detail: expect.stringContaining('is required') },
    ]);
  });

  it('INV-06 is refused for a company that is not there', async () => {
    const answer = await create({ invoice_number: 'NHC-EXTRA-3', company_name: 'Nobody Ltd.' });
    expect((await answer.json()).errors).toEqual([
      { pointer: '/company_name', detail: 'There is no company of that name.' },
    ]);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
