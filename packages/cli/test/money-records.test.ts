import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixtureForAll } from './fixture-hooks.ts';

type Row = Readonly<Record<string, unknown>>;

const { fixture } = fixtureForAll();

const json = async (...argv: string[]) => (await fixture.json(argv)).document as Row;
const rows = async (...argv: string[]) => (await json(...argv)).items as Row[];

/** A numbered invoice in this state with an amount due. */
async function invoiceIn(status: string): Promise<Row & { number: string }> {
  const found = await rows('invoices', 'list', '--filter', `status:${status}`, '--size', '50');
  const invoice = found.find(({ amount_due }) => Number(amount_due) > 100);
  if (invoice === undefined) throw new Error(`No invoice is ${status}.`);
  return { ...invoice, number: String(invoice.invoice_number) };
}

describe('a payment', () => {
  const pay = (number: string, ...argv: string[]) =>
    fixture.json(['payments', 'create', '--invoice', number, ...argv]);
  const BY_CHEQUE = ['--mode', 'Cheque', '--reference', 'CHQ-1'];

  it('PAY-02 PAY-03 takes amount due, company and currency from its invoice, and today as its date', async () => {
    const { number, ...invoice } = await invoiceIn('Sent');
    const { code, document } = await pay(number, '--paid', '10.50', ...BY_CHEQUE);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      customer_name: invoice.company_name,
      invoice_no: number,
      payment_mode: 'Cheque',
      amount_paid: '10.5',
    });
    const now = await json('invoices', 'get', number);
    expect(now.status).toBe('Partially Paid');
    expect(Number(now.amount_due)).toBeCloseTo(Number(invoice.amount_due) - 10.5, 2);
    const argv = ['payments', 'create', '--invoice', number, '--paid', '1', ...BY_CHEQUE];
    const { stdout } = await fixture.run([...argv, '--date', '2026-11-04']);
    expect(stdout).toMatch(
      /^Invoice Payment Created Successfully \(payment \d+\)\nPaid on: \S+ \(1\.00 \w{3}\)\n$/,
    );
  });

  it('PAY-02 INV-02 accepts the id of an invoice as well as its number', async () => {
    const { id, number, ...invoice } = await invoiceIn('Sent');
    const { code, document } = await pay(String(id), '--paid', '0.50', ...BY_CHEQUE);
    expect([code, document]).toEqual([
      0,
      expect.objectContaining({ invoice_no: number, amount_paid: '0.5' }),
    ]);
    const now = await json('invoices', 'get', number);
    expect(Number(now.amount_due)).toBeCloseTo(Number(invoice.amount_due) - 0.5, 2);
  });

  it('LIST-14 accepts an amount as the list shows it, and never another one', async () => {
    const invoices = (await json('invoices', 'list', '--filter', 'status:Sent', '--size', '50'))
      .items as Readonly<Record<string, unknown>>[];
    const invoice = invoices.find(({ amount_due }) => Number(amount_due) >= 1000);
    const number = String(invoice?.invoice_number);
    const shown = String(invoice?.amount_due).replace(/(\d)(?=(\d{3})+\.)/g, '$1,');
    expect(shown).toMatch(/^\d{1,3},\d{3}\.\d\d$/);
    const list = ['invoices', 'list', '--filter', `invoice_number:${number}`];
    expect(await json(...list, '--filter', `amount_due: ${shown}`)).toMatchObject({
      totalRecords: 1,
    });
    const odd = await fixture.run([...list, '--filter', 'amount_due:10,93']);
    expect([odd.code, odd.stderr]).toEqual([
      2,
      'forecourt: Amount Due must be a number, with commas between thousands only: 1,093.72 or 1093.72 (--filter amount_due)\n',
    ]);
    const slip = await pay(number, '--paid', '1,0937', ...BY_CHEQUE);
    expect([slip.code, slip.document]).toEqual([
      2,
      expect.objectContaining({
        error: expect.objectContaining({
          message:
            'Amount Paid must be a number, with commas between thousands only: 1,093.72 or 1093.72 (--paid)',
        }),
      }),
    ]);
    expect((await pay(number, '--paid', shown, ...BY_CHEQUE)).code).toBe(0);
    expect(await json('invoices', 'get', number)).toMatchObject({ status: 'Fully Paid' });
    // Said of what is locked, it is what holds anyway.
    const total = String(invoice?.total_amount).replace(/(\d)(?=(\d{3})+\.)/g, '$1,');
    const same = await fixture.run([
      'invoices',
      'update',
      number,
      '--set',
      `total_amount=${total}`,
    ]);
    expect([same.code, same.stderr]).toEqual([0, '']);
  });

  it('PAY-02 PAY-04 never pays more than is due, to the cent, nor nothing', async () => {
    const { number, ...invoice } = await invoiceIn('Sent');
    const paid = (amount: string) => pay(number, '--paid', amount, ...BY_CHEQUE);
    const over = await paid(`${invoice.amount_due}1`.replace(/^(\d+\.\d\d)1$/, '$1'));
    const most = Math.round(Number(invoice.amount_due) * 100);
    expect(over.code).toBe(0);
    const after = await json('invoices', 'get', number);
    expect([Number(after.amount_due), after.status]).toEqual([0, 'Fully Paid']);
    const again = await invoiceIn('Sent');
    const cent = ((Math.round(Number(again.amount_due) * 100) + 1) / 100).toFixed(2);
    const refused = await pay(again.number, '--paid', cent, ...BY_CHEQUE);
    expect([refused.code, most > 0]).toEqual([5, true]);
    expect(refused.document).toMatchObject({
      error: {
        code: 'exceeds_due',
        message: 'Amount paid cannot exceed amount due.',
        issues: [{ column: 'amount_paid', flag: '--paid', value: cent, rule: 'exceeds_due' }],
      },
    });
    const nothing = await pay(again.number, '--paid', '0', ...BY_CHEQUE);
    expect(nothing.document).toMatchObject({
      error: { message: expect.stringContaining('more than 0') },
    });
    expect(await json('invoices', 'get', again.number)).toMatchObject({
      amount_due: again.amount_due,
    });
  });

  it('PAY-02 requires each value, and accepts none that the invoice provides', async () => {
    const { number, currency } = await invoiceIn('Sent');
    const missing = await fixture.run(['payments', 'create', '--invoice', number, '--paid', '1']);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/give --mode[\s\S]*Cheque, Cash/),
    ]);
    const other = currency === 'CAD' ? 'USD' : 'CAD';
    const locked = await pay(number, '--paid', '1', ...BY_CHEQUE, '--currency', other);
    expect(locked.code).toBe(2);
    expect(locked.stderr).toContain('It comes from the invoice.');
    expect((await pay('NO-SUCH', '--paid', '1', ...BY_CHEQUE)).code).toBe(2);
    const none = await fixture.run(['payments', 'create']);
    expect([none.code, none.stderr]).toEqual([
      2,
      'forecourt: Invoice is missing: give --invoice.\n',
    ]);
  });

  it('PAY-03 lists the modes', async () => {
    expect(await rows('payments', 'modes')).toEqual([
      { code: 'cheque', name: 'Cheque' },
      { code: 'cash', name: 'Cash' },
      { code: 'interac_debit_credit', name: 'Interac/debit/credit' },
    ]);
  });
});

describe('an invoice', () => {
  it('INV-05 INV-06 can be changed where its status allows, and keeps the rest', async () => {
    const { id, number } = await invoiceIn('Draft');
    const argv = ['--due-date', '2026-12-24', '--status', 'sent'];
    const { code, document } = await fixture.json(['invoices', 'update', String(id), ...argv]);
    expect([code, document]).toEqual([0, expect.objectContaining({ status: 'Sent' })]);
    expect(await json('invoices', 'get', number)).toMatchObject({
      due_date: '2026-12-24',
      status: 'Sent',
    });
    const locked = await fixture.run(['invoices', 'update', number, '--due-date', '2026-12-25']);
    expect([locked.code, locked.stderr]).toEqual([
      2,
      expect.stringMatching(/while the invoice is Sent.*--due-date/),
    ]);
    const same = await fixture.run(['invoices', 'update', number, '--status', 'Sent']);
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
  });

  it('INV-09 is e-mailed once by its id or number', async () => {
    const { number } = await invoiceIn('Sent');
    expect(await json('invoices', 'email', number)).toEqual({
      ok: true,
      operation: 'invoices.email',
      message: 'Invoice emailed successfully!',
      ids: [number],
    });
    const unknown = await fixture.run(['invoices', 'email', 'NO-SUCH']);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringMatching(/^forecourt: Invoice NO-SUCH was not found\.\n/),
    ]);
  });

  it('INV-10 is saved as invoice.pdf or .csv, several as one ZIP of those that could be made', async () => {
    const [one, two] = await rows('invoices', 'list', '--size', '5');
    const numbers = [String(one?.invoice_number), String(two?.invoice_number)];
    const out = `${fixture.path('invoices')}/`;
    const download = (...argv: string[]) =>
      fixture.json(['invoices', 'download', ...argv, '--out', out]);
    const pdf = await download(numbers[0] ?? '', '--format', 'PDF');
    expect(pdf.document).toMatchObject({
      message: 'Invoice Download PDF Successfully',
      file: `${out}invoice.pdf`,
    });
    expect(readFileSync(`${out}invoice.pdf`, 'latin1').slice(0, 5)).toBe('%PDF-');
    await download(...numbers, '--format', 'csv');
    const zip = readFileSync(`${out}invoices.zip`, 'latin1');
    for (const number of numbers) expect(zip).toContain(`${number}.csv`);
    const other = `${fixture.path('partly')}/`;
    const argv = ['NO-SUCH', numbers[0] ?? '', '--format', 'csv', '--out', other];
    const partly = await fixture.json(['invoices', 'download', ...argv]);
    expect([partly.code, partly.document]).toEqual([
      6,
      {
        ok: false,
        operation: 'invoices.download',
        message: '1 invoice saved, 1 not done.',
        file: `${other}invoices.zip`,
        bytes: statSync(`${other}invoices.zip`).size,
        done: [{ id: numbers[0], number: numbers[0], state: 'done' }],
        already: [],
        left: [
          expect.objectContaining({
            id: 'NO-SUCH',
            state: 'failed',
            reason: 'gone',
            message: 'It is not there: it was deleted, or its id is wrong.',
            detail: 'Invoice NO-SUCH was not found.',
          }),
        ],
      },
    ]);
    expect(readFileSync(`${other}invoices.zip`, 'latin1')).toContain(`${numbers[0]}.csv`);
    const none = `${fixture.path('none')}/`;
    const failed = await fixture.run([
      ...['invoices', 'download', 'NO-SUCH', 'NOR-THIS', '--format', 'csv', '--out', none],
    ]);
    expect([failed.code, existsSync(`${none}invoices.zip`)]).toEqual([6, false]);
    expect(failed.stdout).toBe(
      '0 invoices saved, 2 not done.\nNot done:\n' +
        '  NO-SUCH: It is not there: it was deleted, or its id is wrong. (Invoice NO-SUCH was not found.)\n' +
        '  NOR-THIS: It is not there: it was deleted, or its id is wrong. (Invoice NOR-THIS was not found.)\n',
    );
    const piped = await fixture.run(['invoices', 'download', ...argv.slice(0, -1), '-']);
    expect([piped.code, piped.stdout.slice(0, 2)]).toEqual([6, 'PK']);
    expect(piped.stderr).toContain('Not done:\n  NO-SUCH: It is not there');
    const typeless = await fixture.run(['invoices', 'download', numbers[0] ?? '']);
    expect([typeless.code, typeless.stderr]).toEqual([
      2,
      expect.stringMatching(/--format[\s\S]*PDF, CSV/),
    ]);
  });
});

describe('a markup', () => {
  it('MARK-02 MARK-03 is created and updated by company and provider, by name or key', async () => {
    const taken = await rows('markups', 'list', '--size', '50');
    const providers = taken.map(
      ({ company_name, fuel_company_provider }) => `${company_name}/${fuel_company_provider}`,
    );
    const company = String(taken[0]?.company_name);
    const free = ['ESSO', 'Suncore', 'Pipeline', 'Comdata', 'TAPetro'].filter(
      (name) => !providers.includes(`${company}/${name}`),
    );
    const [provider = ''] = free;
    const argv = ['--company', company.toUpperCase(), '--provider', provider.toLowerCase()];
    const made = await fixture.json(['markups', 'create', ...argv, '--value', '0.0125']);
    expect(made.document).toMatchObject({
      company_name: company,
      fuel_company_provider: provider,
      mark_up_value: '0.0125',
    });
    const { id } = made.document as Row;
    const update = ['markups', 'update', String(id)];
    expect((await fixture.run([...update, '--value', '1.5', '--company', company])).stdout).toBe(
      `Customer Markup Updated Successfully (markup ${id})\n`,
    );
    const locked = await fixture.run([...update, '--company', 'Else']);
    expect([locked.code, locked.stderr]).toEqual([2, expect.stringContaining("can't be set")]);
    for (const value of ['-1', '0.00001', 'x']) {
      expect([2, 5]).toContain((await fixture.run([...update, '--value', value])).code);
    }
    const twice = await fixture.json(['markups', 'create', ...argv, '--value', '1']);
    expect([twice.code, twice.document]).toEqual([
      5,
      expect.objectContaining({
        error: expect.objectContaining({
          issues: [expect.objectContaining({ flag: '--provider' })],
        }),
      }),
    ]);
  });
});

describe('a report', () => {
  it('REP-01 is saved as PDF or workbook, to a file or to standard output', async () => {
    const out = `${fixture.path('reports')}/`;
    const argv = ['reports', 'generate', '--type', 'aging', '--format', 'pdf', '--out', out];
    const { document } = await fixture.json(argv);
    const { file, message } = document as { file: string; message: string };
    expect(message).toBe('Report Gegerating Successfully');
    expect(readFileSync(file, 'latin1').slice(0, 5)).toBe('%PDF-');
    const days = ['--from', '2026-11-01', '--to', '2026-11-30'];
    const piped = await fixture.run([
      ...['reports', 'generate', '--type', 'Sales', '--format', 'EXCEL', ...days, '--out', '-'],
    ]);
    expect([piped.code, piped.stderr, piped.stdout.slice(0, 2)]).toEqual([0, '', 'PK']);
  });

  it.each([
    [[], /Report Type is missing: give --type[\s\S]*Aging, Sales/],
    [['--type', 'profit'], /no choice 'profit'/],
    [['--type', 'aging'], /give --format/],
    [
      ['--type', 'aging', '--format', 'pdf', '--from', '2026-13-01'],
      /--from: there is no month 13/,
    ],
    [['--type', 'aging', '--format', 'pdf', '--out', '-', '--json'], /both use standard output/],
  ])('REP-01 refuses %j', async (argv, reported) => {
    const { code, stderr } = await fixture.run(['reports', 'generate', ...argv]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(reported)]);
  });
});
