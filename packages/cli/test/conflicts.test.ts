import { request as ask, createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture, openService, type Service } from './fixture.ts';

/** Makes another person's change between a command's load and its save. */
class Between {
  readonly #target: URL;
  readonly #server: Server;
  url = '';
  /** Runs once each, before the next calls of this method pass. */
  before: { readonly method: string; readonly work: () => Promise<void> }[] = [];
  readonly calls: string[] = [];

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => {
      const { headers, method = '', url = '' } = incoming;
      this.calls.push(`${method} ${headers['if-match'] ?? '-'}`);
      const at = this.before.findIndex((one) => one.method === method);
      const [first] = at === -1 ? [] : this.before.splice(at, 1);
      void (first?.work() ?? Promise.resolve()).then(() => {
        const onward = ask(new URL(url, this.#target), { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        });
        incoming.pipe(onward);
      });
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as { port: number };
    this.url = `http://127.0.0.1:${port}${this.#target.pathname}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/** The moment of the other's change is the service's. */
const withoutTime = <T extends { readonly stderr: string }>(ended: T): T => ({
  ...ended,
  stderr: ended.stderr.replace(/ on \d{2}\/\d{2}\/\d{2} \d+:\d{2} [AP]M\.$/m, ' on …'),
});

let service: Service;
let between: Between;
let other: Fixture;
let fixture: Fixture;

beforeAll(async () => {
  service = await openService();
  between = new Between(service.url);
  await between.open();
  other = openFixture(service.url);
  fixture = openFixture(between.url);
  await other.signIn('admin@forecourt.test');
  await fixture.signIn('admin@forecourt.test');
});
afterAll(async () => {
  other.leave();
  fixture.leave();
  between.close();
  await service.close();
});

const changes = (method: string, ...argv: string[]) => ({
  method,
  work: async () => {
    const { code, stderr } = await other.run(['cards', 'update', ...argv]);
    if (code !== 0) throw new Error(stderr);
  },
});
const get = async (id: string) =>
  (await other.json(['cards', 'get', id])).document as Readonly<Record<string, unknown>>;

describe('a card that somebody else changes during a command', () => {
  it('WIRE-05 CARD-11 is not saved if they changed its status, although the command did not', async () => {
    await other.run(['cards', 'update', '6', '--card-status', 'HOLD']);
    const { trip_number: trip } = await get('6');
    const update = ['cards', 'update', '6', '--trip-number', '4711'];
    between.before = [changes('PUT', '6', '--card-status', 'ACTIVE')];
    const { code, stderr } = await fixture.run(update);
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining('Card Status: HOLD became ACTIVE.\nNothing was changed.'),
    ]);
    expect(await get('6')).toMatchObject({ card_status: 'ACTIVE', trip_number: trip });
    between.before = [changes('PUT', '6', '--card-status', 'HOLD')];
    const { document } = await fixture.json(update);
    expect(document).toMatchObject({
      error: {
        code: 'conflict',
        fields: [{ field: 'card_status', mine: 'RELEASE', loaded: 'RELEASE', theirs: 'HOLD' }],
      },
    });
  });

  it('WIRE-05 is saved if they changed another field, without losing either change', async () => {
    between.calls.length = 0;
    const { driver_id: id, trailer_number: trailer } = await get('5');
    between.before = [
      changes('PUT', '5', '--driver-id', 'D-THEIRS'),
      changes('PUT', '5', '--trailer-number', 'TR-THEIRS'),
    ];
    const { code, stdout, stderr } = await fixture.run([
      ...['cards', 'update', '5', '--driver-name', 'Mine Alone'],
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `ManageCard Updated Successfully (card 5)\nChanged by someone else meanwhile and kept: Driver ID (${id || '—'} became D-THEIRS), Trailer Number (${trailer || '—'} became TR-THEIRS).\n`,
    );
    expect(await get('5')).toMatchObject({
      driver_name: 'Mine Alone',
      driver_id: 'D-THEIRS',
      trailer_number: 'TR-THEIRS',
    });
    expect(between.calls.filter((call) => call.startsWith('PUT'))).toEqual([
      'PUT "1"',
      'PUT "2"',
      'PUT "3"',
    ]);
  });

  it('WIRE-05 ends with 5 if both changed the same field, and shows both values', async () => {
    const { driver_name: loaded } = await get('6');
    between.before = [changes('PUT', '6', '--driver-name', 'Theirs', '--driver-id', 'D-6')];
    const { code, document, stdout } = await fixture.json([
      ...['cards', 'update', '6', '--driver-name', 'Mine', '--other-id', 'O-6'],
    ]);
    expect([code, stdout]).toEqual([5, '']);
    expect(document).toMatchObject({
      ok: false,
      operation: 'cards.update',
      error: {
        code: 'conflict',
        message: 'Somebody else changed the record in the meantime.',
        lastChange: { by: 'admin@forecourt.test', at: expect.stringMatching(INSTANT) },
        fields: [
          { field: 'driver_name', label: 'Driver Name', loaded, mine: 'Mine', theirs: 'Theirs' },
        ],
      },
    });
    const now = await get('6');
    expect([now.driver_name, now.driver_id]).toEqual(['Theirs', 'D-6']);
    expect(now.other_id).not.toBe('O-6');
    between.before = [changes('PUT', '6', '--driver-name', 'Again')];
    const reported = await fixture.run(['cards', 'update', '6', '--driver-name', 'Mine']);
    expect(withoutTime(reported)).toEqual({
      code: 5,
      stdout: '',
      stderr: `forecourt: Somebody else changed the record in the meantime.
Last changed by admin@forecourt.test on …
Driver Name: Theirs became Again, not Mine.
Nothing was changed. Check the record and run the command again.
`,
    });
    const third = await fixture.run(['cards', 'update', '6', '--driver-name', 'Mine']);
    expect(third.code).toBe(0);
    expect((await get('6')).driver_name).toBe('Mine');
  });

  it('WIRE-05 INV-12 ends with 5 if a payment outdates an amount, and uses neither it nor its reason', async () => {
    const days = ['--issued-date', '2026-11-03', '--due-date', '2026-11-24', '--status', 'Open'];
    const period = ['--start-date', '2026-10-01T00:00', '--end-date', '2026-10-31T23:59'];
    const money = ['--total-amount', '1000', '--amount-due', '1000', '--currency', 'CAD'];
    const made = await other.run([
      ...['invoices', 'create', '--company-name', 'North Haul Carriers Ltd.'],
      ...['--invoice-number', 'MOVED-2', ...days, ...period, ...money],
    ]);
    expect(made).toMatchObject({ code: 0 });
    const pay = ['payments', 'create', '--invoice', 'MOVED-2', '--paid', '400', '--mode', 'Cheque'];
    between.before = [
      { method: 'PUT', work: async () => void (await other.run([...pay, '--reference', 'C-9'])) },
    ];
    const { code, stdout, stderr } = await fixture.run([
      ...['invoices', 'update', 'MOVED-2', '--amount-due', '200', '--reason', 'Goodwill'],
    ]);
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain(
      '400.00 CAD was paid meanwhile, and 600.00 CAD is due now. Make your change from there.',
    );
    const { document } = await other.json(['invoices', 'get', 'MOVED-2']);
    expect(document).toMatchObject({ amount_due: '600' });
  });

  it('WIRE-05 is not deleted if it changed after it was loaded', async () => {
    between.before = [changes('DELETE', '7', '--driver-name', 'Kept')];
    const { code, document } = await fixture.json(['cards', 'delete', '7', '--yes']);
    expect(code).toBe(5);
    expect(document).toMatchObject({
      error: {
        code: 'conflict',
        message:
          'This card was changed by someone else meanwhile. Look at it again before you delete it.',
        lastChange: { by: 'admin@forecourt.test' },
      },
    });
    expect((await get('7')).driver_name).toBe('Kept');
    expect((await fixture.run(['cards', 'delete', '7', '--yes'])).code).toBe(0);
  });

  it('WIRE-05 reports that it was deleted in the meantime', async () => {
    between.before = [
      {
        method: 'PUT',
        work: async () => void (await other.run(['cards', 'delete', '8', '--yes'])),
      },
    ];
    const { code, document } = await fixture.json([
      'cards',
      'update',
      '8',
      '--driver-name',
      'Late',
    ]);
    expect(code).toBe(2);
    expect(document).toMatchObject({
      error: { code: 'gone', message: 'This card was deleted by someone else meanwhile.' },
    });
  });
});

describe('a payment of an invoice that somebody else pays at the same time', () => {
  it('PAY-02 is refused with the present amount due, and nothing is registered', async () => {
    const [row] = (
      (await other.json(['invoices', 'list', '--filter', 'status:Sent', '--size', '50']))
        .document as { readonly items: readonly Readonly<Record<string, unknown>>[] }
    ).items;
    const number = String(row?.invoice_number);
    const due = Number(row?.amount_due);
    const pay = (who: Fixture, amount: number, reference: string) =>
      who.run([
        ...['payments', 'create', '--invoice', number, '--mode', 'Cheque'],
        ...['--reference', reference, '--paid', amount.toFixed(2)],
      ]);
    between.before = [{ method: 'POST', work: async () => void (await pay(other, 40, 'FIRST')) }];
    const { code, stderr, stdout } = await pay(fixture, due, 'SECOND');
    const money = (value: number) =>
      value.toLocaleString('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain(
      `forecourt: Error while creating Invoice Payment
Amount paid cannot exceed amount due. (--paid)
Amount due changed from ${money(due)} to ${money(due - 40)}. (--paid)
`,
    );
    expect((await pay(fixture, due - 40, 'SECOND')).code).toBe(0);
  });
});

describe('fields that depend on one another', () => {
  type Customer = Readonly<Record<string, unknown>>;
  const customer = async (id: string) =>
    (await other.json(['customers', 'get', id])).document as Customer;

  it('WIRE-05 treat their city and my province as one choice, and each line says what differs', async () => {
    const before = await customer('1');
    const place = { billing_country: 'CA', billing_state: 'ON', billing_city: 'Sudbury' };
    expect(before).toMatchObject(place);
    between.before = [
      {
        method: 'PUT',
        work: async () => {
          const argv = ['customers', 'update', '1', '--billing-city', 'Ottawa'];
          const { code, stderr } = await other.run(argv);
          if (code !== 0) throw new Error(stderr);
        },
      },
    ];
    const argv = ['--billing-state', 'AB', '--billing-city', 'Calgary'];
    const refused = await fixture.run(['customers', 'update', '1', ...argv]);
    expect(withoutTime(refused)).toEqual({
      code: 5,
      stdout: '',
      stderr: `forecourt: Somebody else changed the record in the meantime.
Last changed by admin@forecourt.test on …
Billing Address State: still Ontario, not Alberta.
Billing Address City: Sudbury became Ottawa, not Calgary.
Nothing was changed. Check the record and run the command again.
`,
    });
    expect(await customer('1')).toMatchObject({ ...place, billing_city: 'Ottawa' });
    // Running it again is a deliberate decision to overwrite.
    expect((await fixture.run(['customers', 'update', '1', ...argv])).code).toBe(0);
    expect(await customer('1')).toMatchObject({ billing_state: 'AB', billing_city: 'Calgary' });
  });
});
