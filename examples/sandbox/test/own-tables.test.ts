import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goodRates } from '../../provider-files/provider-files.ts';
import { essoFile, essoLine } from './esso-file.ts';
import {
  ADMIN,
  type Client,
  countsOf,
  fileForm,
  NOBODY,
  openSandbox,
  signIn,
  VIEWER,
} from './helpers.ts';

const SHORT = join(import.meta.dirname, '../../provider-files/layouts/tapetro-short.json');
const EMPTY = { demo: { customers: 2, cards: 400, transactions: 0, invoices: 0 } };

/** A folder with these documents as .json files. */
function folderOf(documents: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-tables-'));
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
  }
  return folder;
}

const shell = { ...JSON.parse(readFileSync(SHORT, 'utf8')), provider: 'Shell Fleet' };
const send = (client: Client, provider: string, text: string | Uint8Array, fields = {}) =>
  client.call(`import_transactions?provider=${encodeURIComponent(provider)}`, {
    body: fileForm(
      typeof text === 'string' ? new TextEncoder().encode(text) : text,
      'day.csv',
      fields,
    ),
  });
const sales = [
  'Card,Day,Ticket,Site,State,Item,Gallons,Price,Paid',
  '7076850000000002,18/11/2026,T1,OH976,OH,ULSD,48.90,3.500,171.15',
].join('\n');

/** A line of the law that ended on 2026-04-19. */
function oldLaw(number: string) {
  const line = essoLine({ number });
  line[15] = 1.4;
  line[16] = 0.04;
  return line;
}

describe('TXN-15 taxes', () => {
  it('TXN-15 a true diesel row of November 2026 is entered, one with the old excise is refused', async () => {
    const admin = await signIn(await openSandbox(EMPTY), ADMIN);
    const answer = await send(admin, 'ESSO', essoFile([essoLine({ number: '1' }), oldLaw('2')]));
    expect(countsOf(answer)).toEqual({ imported: 1, duplicates: 0, rejected: 1 });
    expect(await answer.text()).toMatch(/rejected,.*TAX-FET/);
  });

  it('TXN-15 past its verification a table of one’s own gives a guard, which can be accepted and is recorded', async () => {
    const excise = {
      jurisdiction: 'CA',
      tax: 'fet',
      product: 'diesel',
      from: '2026-11-01',
      to: '2026-11-30',
      rate: 0.02,
      source: 'a bulletin',
      verified_until: '2026-11-10',
    };
    const taxTables = folderOf({ accounting: { name: 'accounting', rates: [excise] } });
    const admin = await signIn(await openSandbox({ ...EMPTY, taxTables }), ADMIN);
    const held = await send(admin, 'ESSO', essoFile([essoLine({ number: '1' })]));
    expect(countsOf(held)).toEqual({ imported: 0, duplicates: 0, rejected: 1 });
    expect(await held.text()).toMatch(/rejected,.*TAX-UNVERIFIED/);
    const fields = { accept: 'TAX-UNVERIFIED', accept_reason: ' bulletin of November ' };
    const taken = await send(admin, 'ESSO', essoFile([essoLine({ number: '1' })]), fields);
    expect(countsOf(taken)).toEqual({ imported: 1, duplicates: 0, rejected: 0 });
    const { content } = await admin.json('audit?filter=action:transactions.import');
    expect(content[0].changes).toMatchObject({
      accepted_guards: ['TAX-UNVERIFIED'],
      accepted_reason: 'bulletin of November',
      tax_tables: ['accounting', 'Canada 2026-11'],
    });
    const wrong = await send(admin, 'ESSO', essoFile([oldLaw('3')]), { accept: 'TAX-FET' });
    expect(wrong.status).toBe(422);
    expect((await wrong.json()).errors[0]).toMatchObject({ pointer: '/accept' });
    for (const [reason, detail] of [
      ['x'.repeat(501), 'accept_reason has 500 characters at most.'],
      ['\u202erebmevoN', 'accept_reason may not contain line breaks or control characters'],
    ] as const) {
      const odd = { accept: 'TAX-UNVERIFIED', accept_reason: reason };
      const answer = await send(admin, 'ESSO', essoFile([essoLine({ number: '4' })]), odd);
      expect([answer.status, (await answer.json()).errors]).toEqual([
        422,
        [{ pointer: '/accept_reason', detail }],
      ]);
    }
  });

  it('TXN-13 TXN-15 the same key with another reason gives the first answer again', async () => {
    const admin = await signIn(await openSandbox(EMPTY), ADMIN);
    const answers: Response[] = [];
    for (const reason of ['bulletin', 'somebody else looked too']) {
      answers.push(
        await admin.call('import_transactions?provider=ESSO', {
          body: fileForm(essoFile([essoLine({ number: '7' })]), 'day.csv', {
            accept: 'TAX-UNVERIFIED',
            accept_reason: reason,
          }),
          headers: { 'idempotency-key': 'k'.repeat(64) },
        }),
      );
    }
    expect(answers.map(countsOf)).toEqual([
      { imported: 1, duplicates: 0, rejected: 0 },
      { imported: 1, duplicates: 0, rejected: 0 },
    ]);
    expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([
      null,
      'true',
    ]);
  });

  it('TXN-15 a table that cannot be used stops the start, and names its file', async () => {
    const taxTables = folderOf({ broken: [{ jurisdiction: 'CA' }] });
    await expect(openSandbox({ ...EMPTY, taxTables })).rejects.toThrow(/broken\.json.*rates\[0\]/);
  });
});

describe('TXN-16 a sixth provider', () => {
  it('TXN-16 is imported by its own name, available to clients, and can have markups', async () => {
    const layouts = folderOf({ shell });
    const sandbox = await openSandbox({ ...EMPTY, layouts });
    const admin = await signIn(sandbox, ADMIN);
    const answer = await send(admin, 'Shell Fleet', sales);
    expect(countsOf(answer)).toEqual({ imported: 1, duplicates: 0, rejected: 0 });
    expect((await admin.json('imports'))[0]).toMatchObject({ provider: 'Shell Fleet' });
    const tables = await admin.json('imports/layouts');
    expect(tables.providers).toEqual([
      'ESSO',
      'Suncore',
      'Comdata',
      'Pipeline',
      'TAPetro',
      'Shell Fleet',
    ]);
    expect(tables.layouts).toMatchObject([{ provider: 'Shell Fleet' }]);
    const { fuel_company } = await admin.json('getFuelProviderCompany');
    expect(fuel_company.at(-1)).toMatchObject({ fuel_company_provider: 'Shell Fleet' });
    const refused = await send(admin, 'Shell', sales);
    expect(refused.status).toBe(400);
    expect((await refused.json()).detail).toContain('Shell Fleet');
    for (const account of [VIEWER, NOBODY]) {
      const other = await signIn(sandbox, account);
      expect((await other.call('imports/layouts')).status).toBe(403);
    }
  });
});

describe('RATE-03 stored rates', () => {
  it('RATE-03 are listed by provider, site, product and day, with what changed', async () => {
    const sandbox = await openSandbox({ seed: 'empty' });
    const admin = await signIn(sandbox, ADMIN);
    for (const day of ['2026-11-19', '2026-11-20']) {
      const file = goodRates(day).find(({ provider }) => provider === 'Pipeline');
      const body = fileForm(file?.bytes ?? new Uint8Array(), file?.name ?? '', {
        accept: 'RATE-DATE,RATE-CHANGE',
      });
      expect((await admin.call('upload-daily-rates?Type=Pipeline', { body })).status).toBe(200);
    }
    const all = await admin.json('daily-rates?size=1');
    const [newest] = all.content;
    expect(newest).toMatchObject({ provider: 'Pipeline', effective_date: '2026-11-20', unit: 'L' });
    const of = `filter=site_number:${newest.site_number}&filter=product_code:${newest.product_code}`;
    const { content, totalRecords } = await admin.json(`daily-rates?${of}&sort=effective_date,asc`);
    expect(totalRecords).toBe(2);
    const [first, second] = content;
    expect(first).toMatchObject({
      effective_date: '2026-11-19',
      former_price: null,
      price_change: null,
    });
    expect(second.former_price).toBe(first.price);
    expect(second.price_change).toBeCloseTo(second.price - first.price, 5);
    expect(second.price_change).not.toBe(0);
    const day = await admin.json(`daily-rates?from=2026-11-19&to=2026-11-19&${of}`);
    expect(day.totalRecords).toBe(1);
    const priced = await admin.json(`daily-rates?filter=price:${second.price}&${of}`);
    expect(priced.content).toMatchObject([{ id: second.id }]);
    expect((await admin.json('daily-rates?sort=price_change,desc')).content.length).toBeGreaterThan(
      1,
    );
    expect((await admin.json('daily-rates?filter=provider:Esso')).totalRecords).toBe(0);
  });

  it('RATE-03 need daily rates read, and are not for companies', async () => {
    const sandbox = await openSandbox();
    for (const account of [VIEWER, NOBODY]) {
      const client = await signIn(sandbox, account);
      expect((await client.call('daily-rates')).status).toBe(403);
    }
  });
});
