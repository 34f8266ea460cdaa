import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixtureForAll } from './fixture-hooks.ts';
import { newTransaction } from './ready-facts.ts';

type Row = Readonly<Record<string, unknown>>;

const { fixture } = fixtureForAll();
let like: Row;

beforeAll(async () => {
  like = ((await json('transactions', 'list', '--size', '1')).items as Row[])[0] ?? {};
});

const json = async (...argv: string[]) => (await fixture.json(argv)).document as Row;
const linesOf = ({ txn_attr }: Row) => txn_attr as Row[];

const create = (document: Row, ...argv: string[]) =>
  fixture.json(['transactions', 'create', '--data', '-', ...argv], {
    stdin: JSON.stringify(document),
  });

describe('a transaction', () => {
  it('TXN-08 TXN-10 is created with its lines, updated in one of them, and deleted', async () => {
    const made = await create(newTransaction(like), '--location', 'Gate 4', '--province', 'quebec');
    expect([made.code, made.stderr]).toEqual([0, '']);
    const id = String((made.document as Row).id);
    const whole = await json('transactions', 'get', id);
    expect(whole).toMatchObject({ dtl_stn_addr: 'Gate 4', dtl_stn_prv: 'QC', txn_amount: '15' });
    expect(linesOf(whole)).toMatchObject([{ dtl_qty: '10', retailPrice: '1.6' }]);

    const argv = ['--set', 'lines.0.dtl_qty=12.345', '--set', 'lines.0.dtl_prd_cd=PC2'];
    const { stdout } = await fixture.run(['transactions', 'update', id, ...argv, '--yes']);
    expect(stdout).toBe(`Transaction Updated Successfully (transaction ${id})\n`);
    const after = await json('transactions', 'get', id);
    expect(linesOf(after)).toMatchObject([
      { dtl_qty: '12.345', dtl_prd_cd: '2', retailPrice: '1.6' },
    ]);
    expect((await fixture.run(['transactions', 'delete', id, '--yes'])).code).toBe(0);
    expect((await fixture.run(['transactions', 'get', id])).code).toBe(2);
  });

  it('INV-14 says why a billed one is not deleted, in the words of a command', async () => {
    const list = await json('invoices', 'list', '--filter', 'status:Sent', '--size', '1');
    const [invoice] = list.items as Row[];
    const { fuel_transaction_dto_list: billed } = await json(
      ...['invoices', 'get', String(invoice?.invoice_number)],
    );
    const code = String((billed as Row[])[0]?.auth_code);
    const { id } = await json('transactions', 'get', code);
    const gone = await fixture.run(['transactions', 'delete', String(id), '--yes']);
    expect([gone.code, gone.stdout]).toEqual([5, '']);
    expect(gone.stderr).toBe(
      `forecourt: Error while performing operation\nInvoice ${invoice?.invoice_number} bills this transaction: it can’t be deleted.\n${gone.stderr.split('\n').slice(2).join('\n')}`,
    );
    expect(gone.stderr).not.toMatch(/browser/);
    const { document } = await fixture.json(['transactions', 'delete', String(id), '--yes']);
    expect(JSON.stringify(document)).not.toMatch(/browser/);
  });

  it('TXN-06 asks before a purchase is saved whose amount does not fit, and never refuses it', async () => {
    const QUESTION =
      'quantity, price and taxes add up to 2.25 CAD, but the amount is 15.00 CAD. Save it as it is?';
    const made = await create(newTransaction(like));
    const id = String((made.document as Row).id);
    const argv = ['transactions', 'update', id, '--set', 'lines.0.dtl_qty=1.5'];
    const asked = await fixture.run(argv);
    expect([asked.code, asked.stdout]).toEqual([2, '']);
    expect(asked.stderr).toContain(QUESTION);
    expect(asked.stderr).toContain('--yes');
    expect(linesOf(await json('transactions', 'get', id))).toMatchObject([{ dtl_qty: '10' }]);
    expect((await fixture.run([...argv, '--yes'])).code).toBe(0);
    expect(linesOf(await json('transactions', 'get', id))).toMatchObject([{ dtl_qty: '1.5' }]);
    // What is stored so is not asked about again.
    const moved = await fixture.run(['transactions', 'update', id, '--location', 'Gate 5']);
    expect(moved.code).toBe(0);
    const odd = newTransaction(like);
    const lines = (odd.lines as Row[]).map((line) => ({ ...line, dtl_qty: '1.5' }));
    const created = await create({ ...odd, lines });
    expect([created.code, created.stderr]).toEqual([2, expect.stringContaining(QUESTION)]);
    expect((await create({ ...odd, lines }, '--yes')).code).toBe(0);
  });

  it('TXN-06 accepts lines by their dotted names as well', async () => {
    const { lines, ...header } = newTransaction(like);
    const flat = Object.entries((lines as Row[])[0] ?? {}).map(([name, value]) => [
      `lines.0.${name}`,
      value,
    ]);
    const path = fixture.path('flat.json');
    writeFileSync(path, JSON.stringify({ ...header, ...Object.fromEntries(flat) }));
    expect((await fixture.run(['transactions', 'create', '--data', path])).stdout).toMatch(
      /^Transaction Created Successfully \(transaction \d+\)\n$/,
    );
  });

  it.each([
    [{ lines: [{ dtl_qty: '1' }] }, 2, /Code is missing: give --set lines\.0\.dtl_prd_cd/],
    [{ lines: [{ dtl_prd_cd: 'PC9' }] }, 2, /no choice 'PC9'[\s\S]*PC1/],
    [{ lines: [{ nonsense: 1 }] }, 2, /no field 'lines\.0\.nonsense'[\s\S]*lines\.N\.dtl_qty/],
    [
      { txn_date: 'yesterday' },
      2,
      /Time Stamp must be a date with a time, such as 2026-11-20 14:05 \(--data txn_date\)/,
    ],
    [{ txn_amount: 99 }, 5, /sum of the purchases/],
  ])('TXN-06 TXN-08 refuses %j', async (changes, exit, reported) => {
    const { code, stderr } = await create({ ...newTransaction(like), ...changes });
    expect([code, stderr]).toEqual([exit, expect.stringMatching(reported)]);
  });

  it('TXN-14 needs a card that exists, a company to choose, and a purchase, before anything is sent', async () => {
    const { lines, ...header } = newTransaction(like);
    const bare = await create(header);
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('lines.0.dtl_prd_cd')]);
    const { card_number: _, ...cardless } = newTransaction(like);
    const none = await create(cardless);
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('Card Number is missing'),
    ]);
    const before = (await json('transactions', 'list', '--size', '1')).total;
    const wrong = await create({ ...header, lines, card_number: '7076850099999999' });
    expect([wrong.code, wrong.stderr]).toEqual([
      5,
      expect.stringContaining('There is no card •••• 9999. Search by number, driver or company'),
    ]);
    const nobody = await create({ ...header, lines, txn_company: 'Nobody Ltd.' });
    expect([nobody.code, nobody.stderr]).toEqual([
      2,
      expect.stringContaining("no choice 'Nobody Ltd.'"),
    ]);
    expect((await json('transactions', 'list', '--size', '1')).total).toBe(before);
  });

  it('TXN-14 takes amounts as they are shown', async () => {
    const document = newTransaction(like);
    const priced = { dtl_qty: '1,000', dtl_amt: '1,500.00' };
    const whole = (document.lines as Row[]).map((line) => ({ ...line, ...priced }));
    const made = await create({ ...document, lines: whole });
    expect([made.code, made.stderr]).toEqual([0, '']);
    const id = String((made.document as Row).id);
    expect(await json('transactions', 'get', id)).toMatchObject({ txn_amount: '1500' });
  });

  it('TXN-05 locks its Auth Code once it exists', async () => {
    const argv = ['transactions', 'update', String(like.id), '--auth-code', 'X'];
    const { code, stderr } = await fixture.run(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Auth Code can't be set")]);
  });
});
