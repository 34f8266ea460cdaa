import { readdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture, openService, type Service } from './fixture.ts';

type Row = Readonly<Record<string, unknown>>;

let service: Service;
let fixture: Fixture;
let outbox: Fixture;

beforeAll(async () => {
  outbox = openFixture('http://127.0.0.1:1');
  service = await openService([], { outboxDir: outbox.dir });
  fixture = openFixture(service.url);
  await fixture.signIn('admin@forecourt.test');
});
afterAll(async () => {
  fixture.leave();
  outbox.leave();
  await service.close();
});

const json = async (...argv: string[]) => (await fixture.json(argv)).document as Row;
const sent = () => readdirSync(outbox.dir).length;

async function invoicesIn(status: string): Promise<readonly (Row & { number: string })[]> {
  const list = ['invoices', 'list', '--filter', `status:${status}`, '--size', '50'];
  const found = (await json(...list)).items as Row[];
  return found.map((row) => ({ ...row, number: String(row.invoice_number) }));
}

async function unpaid() {
  const [invoice] = (await invoicesIn('Sent')).filter(({ amount_due }) => Number(amount_due) > 100);
  if (invoice === undefined) throw new Error('No invoice is open.');
  return invoice;
}

const create = (number: string, ...argv: string[]) =>
  fixture.run([
    ...['payments', 'create', '--invoice', number, '--mode', 'Cheque', '--reference', 'CHQ-9'],
    ...argv,
  ]);
const idIn = (stdout: string): string => /\(payment (\d+)\)/.exec(stdout)?.[1] ?? '';

describe('payments create --in-full', () => {
  it('PAY-05 pays the whole amount due, to the cent', async () => {
    const invoice = await unpaid();
    const { code, stderr, stdout } = await create(invoice.number, '--in-full');
    expect([code, stderr]).toEqual([0, '']);
    const amount = Number(invoice.amount_due).toLocaleString('en-CA', { minimumFractionDigits: 2 });
    expect(stdout.replace(/\d+\)\n/, 'N)\n')).toBe(
      `Invoice Payment Created Successfully (payment N)\nPaid on: ${invoice.number} (${amount} ${invoice.currency})\n`,
    );
    const filter = `invoice_no:${invoice.number}`;
    const { items } = await json('payments', 'list', '--filter', filter);
    expect(items).toMatchObject([{ id: idIn(stdout), amount_paid: invoice.amount_due }]);
    const after = await json('invoices', 'get', invoice.number);
    expect([Number(after.amount_due), after.status]).toEqual([0, 'Fully Paid']);
  });

  it('PAY-05 is refused with --paid, and for a paid invoice', async () => {
    const { number } = await unpaid();
    const both = await create(number, '--in-full', '--paid', '5');
    const lenient = await create(number, '--in-full', '--set', 'amount_paid=5');
    expect([lenient.code, lenient.stderr]).toEqual([
      2,
      'forecourt: --set amount_paid and --in-full both set Amount Paid: use one of them.\n',
    ]);
    expect([both.code, both.stderr]).toEqual([
      2,
      'forecourt: --paid and --in-full both set Amount Paid: use one of them.\n',
    ]);
    const [paid] = await invoicesIn('Fully Paid');
    const nothing = await create(paid?.number ?? '', '--in-full');
    expect([nothing.code, nothing.stderr]).toEqual([
      5,
      `forecourt: Nothing is due on invoice ${paid?.number}: it is paid.\n`,
    ]);
  });
});

describe('payments create, for a cheque that was entered before', () => {
  const QUESTION =
    /A payment of 10\.25 (CAD|USD) by Cheque with the reference CHQ-9 is registered on invoice \S+ already, dated \d\d\/\d\d\/\d\d\. Register another one\?/;
  const count = async (number: string) =>
    (await json('payments', 'list', '--filter', `invoice_no:${number}`)).totalRecords;

  it('PAY-04 is a usage error that asks for --yes, and is registered with it', async () => {
    const { number } = await unpaid();
    expect((await create(number, '--paid', '10.25')).code).toBe(0);
    const again = await create(number, '--paid', '10.25');
    expect([again.code, again.stdout]).toEqual([2, '']);
    expect(again.stderr).toMatch(QUESTION);
    expect(again.stderr).toMatch(/ Confirm with --yes\.\n$/);
    expect(await count(number)).toBe(1);
    expect((await create(number, '--paid', '10.26')).code).toBe(0);
    const yes = await create(number, '--paid', '10.25', '--yes');
    expect([yes.code, yes.stderr]).toEqual([0, '']);
    expect(await count(number)).toBe(3);
  });

  it('PAY-04 prompts on a terminal, but not after the earlier one was reversed', async () => {
    const { number } = await unpaid();
    const first = idIn((await create(number, '--paid', '10.25')).stdout);
    const argv = [
      ...['payments', 'create', '--invoice', number, '--mode', 'Cheque', '--reference', 'CHQ-9'],
      ...['--paid', '10.25'],
    ];
    const at = 'Register another one?';
    const no = await fixture.run(argv, { columns: 200, typed: { at, keys: 'n\n' } });
    expect([no.code, no.stdout, await count(number)]).toEqual([130, '', 1]);
    expect(stripVTControlCharacters(no.stderr)).toMatch(QUESTION);
    const yes = await fixture.run(argv, { columns: 200, typed: { at, keys: 'y\n' } });
    expect([yes.code, await count(number)]).toEqual([0, 2]);
    for (const id of [first, idIn(yes.stdout)]) {
      await fixture.run(['payments', 'reverse', id, '--reason', 'Twice']);
    }
    expect((await create(number, '--paid', '10.25')).code).toBe(0);
  });
});

describe('invoices update', () => {
  const open = async () => {
    const [invoice] = (await invoicesIn('Open')).filter(
      ({ amount_due }) => Number(amount_due) > 100,
    );
    if (invoice === undefined) throw new Error('No invoice is open.');
    return invoice;
  };

  it('INV-12 requires a reason for a credit, which the trail keeps', async () => {
    const { number } = await open();
    const argv = ['invoices', 'update', number, '--amount-due', '50'];
    const none = await fixture.run(argv);
    expect([none.code, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toMatch(/^forecourt: Reason is missing: give --reason\.\n$/);
    const said = await fixture.run([...argv, '--reason', 'Pump out of order']);
    expect([said.code, said.stderr]).toEqual([0, '']);
    const trail = ['audit', 'list', '--filter', 'resource:invoices', '--filter'];
    const { items } = await json(...trail, `record_id:${number}`);
    expect(String((items as Row[])[0]?.changes)).toContain('"reason":"Pump out of order"');
  });

  it('INV-12 refuses a reason for a change that needs none', async () => {
    const { number } = await open();
    const { due_date: due } = (await json('invoices', 'get', number)) as { due_date?: string };
    for (const more of [['--due-date', '2026-12-30'], []]) {
      const argv = ['invoices', 'update', number, ...more, '--reason', 'Because'];
      expect(await fixture.run(argv)).toMatchObject({
        code: 2,
        stdout: '',
        stderr:
          "forecourt: Reason can't be set: this change needs none. (--reason)\nNothing was sent.\n",
      });
    }
    expect(await json('invoices', 'get', number)).toMatchObject({ due_date: due });
    const set = ['invoices', 'update', number, '--due-date', '2026-12-30', '--set', 'reason=x'];
    expect((await fixture.run(set)).stderr).toContain('(--set reason)');
  });

  it('INV-12 refuses to close an unpaid invoice without a reason', async () => {
    const { number } = await open();
    const argv = ['invoices', 'update', number, '--status', 'Closed'];
    expect((await fixture.run(argv)).code).toBe(2);
    expect((await fixture.run([...argv, '--reason', 'Written off'])).code).toBe(0);
    expect(await json('invoices', 'get', number)).toMatchObject({ status: 'Closed' });
  });
});

describe('invoices update, of a partly paid invoice', () => {
  /** A new invoice of 100, of which that much is paid; with the payment's id. */
  async function paidIn(number: string, paid: string): Promise<string> {
    const made = await fixture.run([
      ...['invoices', 'create', '--invoice-number', number],
      ...['--company-name', 'North Haul Carriers Ltd.', '--currency', 'CAD', '--status', 'Open'],
      ...['--issued-date', '2026-11-02', '--due-date', '2026-12-01'],
      ...['--start-date', '2026-10-01T00:00:00', '--end-date', '2026-10-31T23:59:00'],
      ...['--total-amount', '100', '--amount-due', '100'],
    ]);
    expect([made.code, made.stderr]).toEqual([0, '']);
    return idIn((await create(number, '--paid', paid)).stdout);
  }

  it('INV-12 credits the rest and makes it Fully Paid in one command', async () => {
    await paidIn('REST-1', '40');
    const update = ['invoices', 'update', 'REST-1', '--status', 'Fully Paid'];
    const owing = await fixture.run([...update, '--amount-due', '1', '--reason', 'Small rest']);
    expect([owing.code, owing.stderr.split('\n')[0]]).toEqual([
      5,
      'forecourt: An invoice is Fully Paid only when nothing is due.',
    ]);
    const said = await fixture.run([...update, '--amount-due', '0', '--reason', 'Small rest']);
    expect([said.code, said.stderr]).toEqual([0, '']);
    expect(await json('invoices', 'get', 'REST-1')).toMatchObject({
      ...{ status: 'Fully Paid', amount_due: '0', amount_paid: '40' },
    });
  });

  it('INV-12 PAY-05 writes it off after its cheque was returned', async () => {
    const id = await paidIn('BAD-1', '100');
    expect((await fixture.run(['payments', 'reverse', id, '--reason', 'NSF'])).code).toBe(0);
    const write = ['invoices', 'update', 'BAD-1', '--amount-due', '0', '--reason', 'Bad debt'];
    expect(await fixture.run(write)).toMatchObject({ code: 0, stderr: '' });
    expect(await json('invoices', 'get', 'BAD-1')).toMatchObject({ amount_due: '0' });
  });
});

describe('payments reverse', () => {
  it('PAY-05 reverses a payment once, with a reason, and the invoice owes it again', async () => {
    const invoice = await unpaid();
    const id = idIn((await create(invoice.number, '--paid', '10.25')).stdout);
    const reverse = ['payments', 'reverse', id, '--reason', 'Cheque returned'];
    const { code, stderr, stdout } = await fixture.run(reverse);
    expect([code, stdout, stderr]).toEqual([0, 'Invoice Payment Reversed Successfully\n', '']);
    const after = await json('invoices', 'get', invoice.number);
    expect([after.amount_due, after.status]).toEqual([invoice.amount_due, 'Sent']);

    const again = await fixture.run(['payments', 'reverse', id, '--reason', 'Twice']);
    expect([again.code, again.stdout]).toEqual([5, '']);
    expect(again.stderr).toMatch(
      /^forecourt: This payment was reversed already\.\nSee it in the list, with its reason\. Nothing was changed now\.\nRequest id: \S+\n$/,
    );
  });

  it('PAY-05 requires a reason, and an existing payment', async () => {
    const none = await fixture.run(['payments', 'reverse', '1']);
    expect([none.code, none.stderr]).toEqual([2, 'forecourt: Reason is missing: give --reason.\n']);
    const unknown = await fixture.run(['payments', 'reverse', '999999', '--reason', 'Wrong']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/^forecourt: Payment 999999 was not found\.\n/);
  });
});

describe('an invoice whose number is the id of another', () => {
  it('INV-09 INV-14 SHELL-03 is changed only when the command says which of the two it means', async () => {
    const [target] = await invoicesIn('Draft');
    const id = String(target?.id);
    const twin = await fixture.run([
      ...[
        'invoices',
        'create',
        '--invoice-number',
        id,
        '--company-name',
        'North Haul Carriers Ltd.',
      ],
      ...[
        '--issued-date',
        '2026-11-01',
        '--due-date',
        '2026-12-01',
        '--start-date',
        '2026-10-01T00:00:00',
      ],
      ...['--end-date', '2026-10-31T23:59:00', '--status', 'Open', '--total-amount', '100'],
      ...['--amount-due', '100', '--currency', 'CAD'],
    ]);
    expect(twin).toMatchObject({ code: 0 });
    const states = async () => [
      (await json('invoices', 'get', `id:${id}`)).status,
      (await json('invoices', 'get', `number:${id}`)).status,
    ];
    const before = sent();
    for (const argv of [
      ['get', id],
      ['update', id, '--status', 'Closed', '--reason', 'Written off'],
      ['email', id],
      ['void', id, '--reason', 'Wrong'],
      ['download', id, '--format', 'csv', '--out', fixture.path('never.csv')],
    ]) {
      const { code, stderr } = await fixture.run(['invoices', ...argv]);
      expect([argv[0], code]).toEqual([argv[0], 5]);
      expect(stderr).toContain(`${id} is the number of invoice ${id} of North Haul Carriers Ltd.`);
      expect(stderr).toContain(`Say which one: number:${id} or id:${id} on the command line`);
    }
    expect([await states(), sent()]).toEqual([['Draft', 'Open'], before]);

    const mailed = await fixture.run(['invoices', 'email', `number:${id}`]);
    expect([mailed.code, mailed.stdout, mailed.stderr, sent()]).toEqual([
      0,
      'Invoice emailed successfully!\n',
      `invoice ${id}: Company North Haul Carriers Ltd., Status Open, Total 100 CAD, Amount Due 100 CAD\n`,
      before + 1,
    ]);
    const voided = await fixture.run(['invoices', 'void', `id:${id}`, '--reason', 'Wrong']);
    expect(voided.stderr).toContain(`invoice ${target?.number}: Company ${target?.company_name}`);
    expect(await states()).toEqual([voided.code === 0 ? 'Void' : 'Draft', 'Open']);
  });
});

describe('invoices email', () => {
  const QUESTION = 'Send this invoice to its company by e-mail?';

  it('INV-13 asks for confirmation on a terminal with recipient, subject, attachment and an earlier e-mail', async () => {
    const { number } = await unpaid();
    const argv = ['invoices', 'email', number];
    const before = sent();
    const no = await fixture.run(argv, { columns: 100, typed: { at: QUESTION, keys: 'n\n' } });
    const shown = stripVTControlCharacters(no.stderr);
    expect([no.code, no.stdout, sent()]).toEqual([130, '', before]);
    expect(shown).toMatch(/To: \S+@\S+\.test\n/);
    expect(shown).toContain(`Subject: Invoice ${number}\nAttachment: ${number}.pdf\n${QUESTION}`);
    expect(shown).toContain('Nothing was done.');
    expect(shown).not.toContain('It was sent before');

    const yes = await fixture.run(argv, { columns: 100, typed: { at: QUESTION, keys: 'y\n' } });
    expect([yes.code, yes.stdout]).toEqual([0, 'Invoice emailed successfully!\n']);
    expect(sent()).toBe(before + 1);
    const third = await fixture.run(argv, { columns: 100, typed: { at: QUESTION, keys: 'n\n' } });
    expect(stripVTControlCharacters(third.stderr)).toMatch(
      /\nIt was sent before: .+ to \S+@\S+\.test\.\n/,
    );
    const typed = { at: 'Email 2 invoices: ', keys: 'n\n' };
    const both = await fixture.run([...argv, 'NO-SUCH'], { columns: 100, typed });
    expect(both.code).toBe(130);
    expect(stripVTControlCharacters(both.stderr).replace(/\s+/g, ' ')).toMatch(
      /1 of 2 was e-mailed before: \S+ on \d\d\/\d\d\/\d\d \d+:\d\d [AP]M\. It could not be checked for 1/,
    );
  });

  it('INV-13 does not ask with --yes, nor without a terminal', async () => {
    const { number } = await unpaid();
    const before = sent();
    const argv = ['invoices', 'email', number];
    const yes = await fixture.run([...argv, '--yes'], {
      columns: 100,
      typed: { at: QUESTION, keys: 'n\n' },
    });
    expect([yes.code, yes.stdout]).toEqual([0, 'Invoice emailed successfully!\n']);
    expect(yes.stderr).not.toContain(QUESTION);
    const script = await fixture.run(argv);
    expect([script.code, script.stdout, script.stderr]).toEqual([
      0,
      'Invoice emailed successfully!\n',
      '',
    ]);
    expect(sent()).toBe(before + 2);
  });

  it('INV-13 says when a fourth e-mail within an hour may be sent', async () => {
    const [invoice] = (await invoicesIn('Closed')).slice(-1);
    const number = String(invoice?.number);
    for (const _ of [1, 2, 3]) {
      expect((await fixture.run(['invoices', 'email', number, '--yes'])).code).toBe(0);
    }
    const before = sent();
    const refused = await fixture.run(['invoices', 'email', number, '--yes']);
    expect([refused.code, refused.stdout, sent()]).toEqual([7, '', before]);
    expect(refused.stderr.replace(/^Request id: .*\n/m, '')).toBe(
      `forecourt: Error while sending invoice email.\nInvoice ${number} was e-mailed 3 times within an hour. Try again in 60 min.\n`,
    );
  });

  it('INV-13 does not send a draft: exit code 5', async () => {
    const [draft] = await invoicesIn('Draft');
    const before = sent();
    const { code, stderr } = await fixture.run(['invoices', 'email', draft?.number ?? '', '--yes']);
    expect([code, sent()]).toEqual([5, before]);
    expect(stderr).toContain(
      `Error while sending invoice email.\nInvoice ${draft?.number} is Draft, and is not sent. Change its status first.\n`,
    );
  });
});
