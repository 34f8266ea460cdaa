import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { Fault } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { type Fixture, textOf, withFaults } from './fixture.ts';
import { trailOf } from './trail.ts';

type Row = Readonly<Record<string, unknown>>;

const REGISTER = 'POST /api/v1/fuel-payment/register';
const PATIENCE = 150_000;

/** Does the work without answering until `mended` is set. */
function losing(match: string) {
  let calls = 0;
  let mended = false;
  const leaving = new AbortController();
  const fault: Fault = {
    match,
    kind: 'drop-after',
    get first() {
      calls += 1;
      // The second request proves that the first was done.
      if (calls === 2) leaving.abort();
      return mended ? 0 : Number.POSITIVE_INFINITY;
    },
  };
  return {
    fault,
    mend: () => {
      mended = true;
    },
    /** For a run that is abandoned while it waits for its answer. */
    signal: leaving.signal,
  };
}

async function sentInvoice(fixture: Fixture): Promise<Row> {
  const argv = ['invoices', 'list', '--filter', 'status:Sent', '--size', '50'];
  const { items } = (await fixture.json(argv)).document as { items: Row[] };
  const invoice = items.find(({ amount_due }) => Number(amount_due) > 100);
  if (invoice === undefined) throw new Error('No invoice is sent.');
  return invoice;
}

const payments = async (fixture: Fixture, number: unknown) => {
  const argv = ['payments', 'list', '--filter', `invoice_no:${number}`];
  return ((await fixture.json(argv)).document as { totalRecords: number }).totalRecords;
};

const openChanges = (fixture: Fixture): string[] => {
  const dir = fixture.path('config/changes');
  return existsSync(dir) ? readdirSync(dir) : [];
};

const payFor = (invoice: Row, paid: string) => [
  ...['payments', 'create', '--invoice', String(invoice.invoice_number)],
  ...['--paid', paid, '--mode', 'cash', '--reference', 'LOST-1'],
];

describe.concurrent('a lost answer', () => {
  it(
    'PAY-04 is looked up under its key within the run, and pays once',
    async () => {
      await withFaults([{ match: REGISTER, kind: 'drop-after', first: 1 }], async (fixture) => {
        const invoice = await sentInvoice(fixture);
        const { code, document } = await fixture.json(payFor(invoice, '25.00'));
        expect([code, document]).toEqual([0, expect.objectContaining({ amount_paid: '25' })]);
        expect(await payments(fixture, invoice.invoice_number)).toBe(1);
        expect(openChanges(fixture)).toEqual([]);
      });
    },
    PATIENCE,
  );

  it(
    'PAY-04 exits with 8 if it stays lost; the same command, run again, reports the outcome and pays nothing more',
    async () => {
      const { fault, mend } = losing(REGISTER);
      await withFaults([fault], async (fixture) => {
        const invoice = await sentInvoice(fixture);
        const all = payFor(invoice, String(invoice.amount_due));
        const lost = await fixture.json(all);
        expect([lost.code, lost.document]).toEqual([
          8,
          expect.objectContaining({ error: expect.objectContaining({ code: 'outcome_unknown' }) }),
        ]);
        expect(openChanges(fixture)).toHaveLength(1);
        mend();
        // The invoice is settled: a new payment would be refused.
        const again = await fixture.run(all);
        expect([again.code, again.stdout]).toEqual([
          0,
          expect.stringContaining('Invoice Payment Created Successfully'),
        ]);
        expect(again.stderr).toContain('lost its answer');
        expect(await payments(fixture, invoice.invoice_number)).toBe(1);
        expect(openChanges(fixture)).toEqual([]);
      });
    },
    PATIENCE,
  );

  it(
    'CARD-14 FORM-07 deletes a card once that may be deleted already, and the next run says so',
    async () => {
      const { fault, mend, signal } = losing('DELETE /api/v1/fuel-card-management/9');
      await withFaults([fault], async (fixture) => {
        const remove = ['cards', 'delete', '9', '--yes'];
        expect((await fixture.run(remove, { signal })).code).toBe(130);
        expect((await fixture.run(['doctor'])).stdout).toMatch(
          /changes\twarning\t1 .*cards\.delete/,
        );
        mend();
        expect((await fixture.run(remove)).code).toBe(0);
        expect((await fixture.run(remove)).code).toBe(2);
        expect((await fixture.run(['doctor'])).stdout).toContain('changes\tok\tnone open');
        expect(openChanges(fixture)).toEqual([]);
      });
    },
    PATIENCE,
  );

  it(
    'INV-09 sends an e-mail once over two runs',
    async () => {
      const { fault, mend, signal } = losing('POST /api/v1/email-invoice');
      await withFaults([fault], async (fixture) => {
        const invoice = await sentInvoice(fixture);
        const email = ['invoices', 'email', String(invoice.invoice_number)];
        expect((await fixture.run(email, { signal })).code).toBe(130);
        mend();
        expect((await fixture.run(email)).code).toBe(0);
        const { baseUrl } = JSON.parse(textOf(fixture.path('config/credentials/default.json')));
        expect(await trailOf(baseUrl, 'invoices.email')).toHaveLength(1);
        expect(openChanges(fixture)).toEqual([]);
      });
    },
    PATIENCE,
  );

  it(
    'USER-06 stores no password in any file while its change is open',
    async () => {
      const { fault, mend, signal } = losing('POST /api/v1/users');
      await withFaults([fault], async (fixture) => {
        const secret = 'Planted-pass-79!';
        const document = {
          ...{ first_name: 'Ada', last_name: 'Okoye', email: 'ada@x.test', phone: '7055550103' },
          ...{ role: 'User', country: 'CA', province: 'ON', city: 'Barrie' },
        };
        const path = fixture.path('user.json');
        writeFileSync(path, JSON.stringify(document));
        const argv = ['users', 'create', '--data', path, '--password-stdin'];
        expect((await fixture.run(argv, { stdin: secret, signal })).code).toBe(130);
        mend();
        const [open = ''] = openChanges(fixture);
        expect(textOf(fixture.path(`config/changes/${open}`))).not.toContain(secret);
        const again = await fixture.json(argv, { stdin: secret });
        expect([again.code, again.document]).toEqual([
          0,
          expect.objectContaining({ email: 'ada@x.test' }),
        ]);
        const listed = await fixture.json(['users', 'list', '--filter', 'email:ada@x.test']);
        expect(listed.document).toMatchObject({ totalRecords: 1 });
      });
    },
    PATIENCE,
  );

  it('leaves nothing open if the change is known to have had no effect', async () => {
    await withFaults([{ match: REGISTER, kind: 'status', value: 422 }], async (fixture) => {
      const invoice = await sentInvoice(fixture);
      expect((await fixture.run(payFor(invoice, '1.00'))).code).toBe(5);
      expect(openChanges(fixture)).toEqual([]);
    });
  });
});
