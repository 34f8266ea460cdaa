import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseThresholds } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { type Days, judgeRange } from '../src/exceptions/judge-range.ts';
import { createSandbox } from '../src/index.ts';
import type { Services } from '../src/services.ts';
import { keptData } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { EMPTY, foundIn, HOURS, OCTOBER, planted } from './exceptions.kit.ts';
import {
  ADMIN,
  CLERK,
  type Client,
  fileForm,
  NOW,
  openSandbox,
  signIn,
  VIEWER,
} from './helpers.ts';

const judge = async (client: Client, days: object = OCTOBER) =>
  (await client.call('exceptions/judge', { body: days })).json();

describe('purchases of the past', () => {
  it('TXN-18 500 planted exceptions are found, and none else; judged twice, nothing is found twice', async () => {
    const { at, expected, store } = await planted();
    expect(expected).toHaveLength(500);
    const exceptionRulesFile = join(at.dataDir, 'rules.json');
    writeFileSync(exceptionRulesFile, JSON.stringify(HOURS));
    const sandbox = await createSandbox({ ...EMPTY, ...at, exceptionRulesFile });
    try {
      const admin = await signIn(sandbox, ADMIN);
      const first = await judge(admin);
      expect(first).toEqual({
        ...OCTOBER,
        ...{ judged: 5600, opened: 500, changed: 0, closed: 0 },
        company_name: '',
      });
      expect(await foundIn(store)).toEqual(expected);
      expect(await judge(admin)).toMatchObject({ judged: 5600, opened: 0, changed: 0, closed: 0 });
      const { content } = await admin.json('audit?size=1');
      expect(content[0]).toMatchObject({ action: 'exceptions.judge', resource: 'exceptions' });
    } finally {
      await sandbox.close();
      await store.close();
    }
  });

  it('TXN-18 a run that ends in between has judged what it reached; the next one finds the rest', async () => {
    const { expected, store } = await planted();
    const thresholds = parseThresholds(HOURS);
    let writes = 0;
    const dying = new Proxy(store, {
      get: (whole, name, self) => {
        if (name !== 'write')
          return Reflect.get(whole, name, self)?.bind?.(whole) ?? Reflect.get(whole, name);
        return (work: Parameters<typeof store.write>[0]) => {
          writes += 1;
          if (writes > 12) throw new Error('The server has died.');
          return whole.write(work);
        };
      },
    });
    const services = { store: dying, thresholds, now: () => NOW } as unknown as Services;
    const staff = { companyId: null } as Parameters<typeof judgeRange>[1];
    await expect(judgeRange(services, staff, OCTOBER)).rejects.toThrow('The server has died.');
    const before = await foundIn(store);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(500);
    await judgeRange({ ...services, store }, staff, OCTOBER);
    expect(await foundIn(store)).toEqual(expected);
    await store.close();
  });

  it('TXN-18 a list and a customer’s page say which of their days were never judged', async () => {
    const { at, store } = await planted();
    const sandbox = await createSandbox({ ...EMPTY, ...at });
    try {
      const admin = await signIn(sandbox, ADMIN);
      const said = async (asked = '') => (await admin.json(`exceptions?size=1${asked}`)).unjudged;
      const whole = [{ from: '2026-10-01', to: '2026-10-20' }];
      expect(await said()).toEqual(whole);
      expect(await said('&from=2026-10-03&to=2026-10-31')).toEqual([
        { from: '2026-10-03', to: '2026-10-20' },
      ]);
      expect(await said('&filter=txn_date%3E=2026-10-02&filter=txn_date%3C=2026-10-04')).toEqual([
        { from: '2026-10-02', to: '2026-10-04' },
      ]);
      expect(await said('&from=2026-11-01')).toEqual([]);
      await judge(admin, { from: '2026-10-05', to: '2026-10-08' });
      const rest = [
        { from: '2026-10-01', to: '2026-10-04' },
        { from: '2026-10-09', to: '2026-10-20' },
      ];
      expect(await said()).toEqual(rest);
      const body = { filters: [], pageSize: 1, pageNumber: 0 };
      const searched = await admin.call('exceptions/search', { body });
      expect((await searched.json()).unjudged).toEqual(rest);
      // The planted purchases are of two companies; of the others none waits.
      const own = await store.read
        .selectFrom('customers')
        .innerJoin('companies', 'companies.id', 'customers.company_id')
        .select(['customers.id as customer', 'companies.id as company', 'companies.name'])
        .where('companies.id', 'in', [1, 3])
        .orderBy('companies.id')
        .execute();
      const ofCompany = [];
      for (const { customer, name } of own) {
        const summary = await admin.json(`customers/${customer}/summary`);
        const listed = await said(`&filter=company_name:${encodeURIComponent(name)}`);
        ofCompany.push([
          summary.exceptions.unjudged.map(({ from, to }: Days) => [from, to]),
          listed,
        ]);
      }
      expect(ofCompany).toEqual([
        [rest.map(({ from, to }) => [from, to]), rest],
        [[], []],
      ]);
      await judge(admin);
      expect(await said()).toEqual([]);
    } finally {
      await sandbox.close();
      await store.close();
    }
  });

  it('TXN-18 judges up to the last day that can be written', async () => {
    const { admin } = await office;
    const days = { from: '9999-12-30', to: '9999-12-31' };
    const answer = await admin.call('exceptions/judge', { body: days });
    expect([answer.status, (await answer.json()).judged]).toEqual([200, 0]);
  });

  it.each([
    [{ from: '2026-10-01' }, '/to', 'It must be a day written YYYY-MM-DD.'],
    [{ from: '01-10-2026', to: '2026-10-02' }, '/from', 'It must be a day written YYYY-MM-DD.'],
    [{ from: '2026-10-02', to: '2026-10-01' }, '/to', 'To must not be before From.'],
    [
      { from: '2026-01-01', to: '2026-12-31' },
      '/to',
      'At most 92 days at a time. Judge a longer time in parts.',
    ],
  ])('TXN-18 judging %j is refused', async (days, pointer, detail) => {
    const { admin } = await office;
    const answer = await admin.call('exceptions/judge', { body: days });
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual([{ pointer, detail }]);
  });
});

const office = (async () => {
  const sandbox = await openSandbox(EMPTY);
  const [admin, clerk, viewer] = await Promise.all(
    [ADMIN, CLERK, VIEWER].map((name) => signIn(sandbox, name)),
  );
  return { sandbox, admin, clerk, viewer } as {
    sandbox: typeof sandbox;
    admin: Client;
    clerk: Client;
    viewer: Client;
  };
})();

const setCard = async (client: Client, number: string, changes: object) => {
  const { content } = await client.json(`fuel-card-management?filter=card_number:${number}`);
  const path = `fuel-card-management/${content[0].id}`;
  const card = await client.json(path);
  const answer = await client.call(path, { method: 'PUT', body: { ...card, ...changes } });
  expect(answer.status).toBe(200);
};

const WIDE = {
  card_type: 'All products',
  card_status: 'RELEASE',
  uom: 'Litres',
  usage_above_volume_limits: 'No',
  transaction_fuel_quantity_limits: 0,
  daily_vehicle_quantity_limit_in_gallons: 0,
  weekly_fuel_quantity_limit: 0,
  daily_card_limit: 0,
};

const LINE = {
  dtl_prd_cd: 'D1',
  dtl_net_price: 1.4,
  retailPrice: 1.7289,
  dtl_qty: 500,
  dtl_hst_amt: 99.45,
  dtl_gst_amt: 0,
  dtl_pst_amt: 0,
  dtl_qst_amt: 0,
  dtl_fet_rt: 0.04,
  dtl_pft_rt: 0.09,
  pct: 0,
  discount: 0,
  dtl_amt: 864.45,
  dtl_sls_type: 'SALE',
};
const TYPED = {
  txn_date: '2026-11-19T08:15',
  card_number: demoCardNumber(7),
  dtl_stn_prv: 'ON',
  dtl_stn_addr: '1 Palace Road, Sudbury',
  txn_station: '7',
  hdr_currency: 'CAD',
  txn_attr: [LINE],
};

const openOf = async (client: Client, code: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire gives.
  (await client.json(`exceptions?filter=authentication_id:${code}`)).content as any[];

describe('after an import', () => {
  it('TXN-18 its purchases are judged with it, and it says how many exceptions it has', async () => {
    const { admin, clerk } = await office;
    await setCard(admin, demoCardNumber(0), { ...WIDE, transaction_fuel_quantity_limits: 450 });
    await setCard(admin, demoCardNumber(1), WIDE);
    const rows = [
      essoLine({ number: '801', card: demoCardNumber(0) }),
      essoLine({ number: '802', card: demoCardNumber(1) }),
    ];
    const form = () => fileForm(essoFile(rows), 'day.xls');
    const answer = await clerk.call('import_transactions?provider=ESSO', { body: form() });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-import-exceptions')).toBe('1');
    const [found, ...others] = await openOf(clerk, 'A801');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      rule: 'fill_volume',
      rule_name: 'Over fill limit',
      state: 'Open',
      authentication_id: 'A801',
      figure: '500.00 L',
      limit: '450.00 L',
      card_number: demoCardNumber(0),
    });
    const again = await clerk.call('import_transactions?provider=ESSO', { body: form() });
    expect(again.headers.get('x-import-exceptions')).toBe('0');
    expect(await openOf(clerk, 'A801')).toHaveLength(1);
    expect(await openOf(clerk, 'A802')).toEqual([]);
    expect((await clerk.json('exceptions?from=2026-01-01')).unjudged).toEqual([]);
    const detail = await admin.json(`exceptions/${found.id}`);
    expect(detail).toMatchObject({
      amount: 869.54,
      quantity: 500,
      products: 'DIESEL LS',
      transaction_fuel_quantity_limits: 450,
      card_unit: 'L',
      purchases: [
        {
          ...{ authentication_id: 'A801', amount: 869.54 },
          ...{ exceptions: found.rule_name, judged: true },
        },
      ],
    });
  });

  it('TXN-19 it says what its lines became and what their sum consists of, and leads to both', async () => {
    const { admin } = await office;
    const card = demoCardNumber(0);
    await setCard(admin, card, { ...WIDE, transaction_fuel_quantity_limits: 450 });
    const send = (key: string, rows: ReturnType<typeof essoLine>[]) =>
      admin.call('import_transactions?provider=ESSO', {
        body: fileForm(essoFile(rows), 'day.xls'),
        headers: { 'idempotency-key': key },
      });
    const totalsIn = (answer: Response) => JSON.parse(answer.headers.get('x-import-totals') ?? '');
    const known = essoLine({ number: '803', card });
    expect(totalsIn(await send('one', [known]))).toEqual([
      {
        ...{ currency: 'CAD', lines: 1, purchases: 1 },
        ...{ cost: '864.45', markup: '5.09', amount: '869.54' },
        ...{ left_out_lines: 0, left_out: '0.00' },
      },
    ]);
    const rows = ['D1', 'REEF'].map((product) => essoLine({ number: '804', card, product }));
    const answer = await send('two', [known, ...rows]);
    const two = {
      ...{ currency: 'CAD', lines: 2, purchases: 1 },
      ...{ cost: '1728.90', markup: '10.18', amount: '1739.08' },
      ...{ left_out_lines: 1, left_out: '864.45' },
    };
    expect(totalsIn(answer)).toEqual([two]);
    expect(totalsIn(await send('two', [known, ...rows]))).toEqual([two]);
    expect((await admin.json('imports?key=two'))[0].totals).toEqual([two]);
    const ofImport = `import_id:${answer.headers.get('x-import-id')}`;
    const found = (await admin.json(`exceptions?filter=${ofImport}&filter=state:Open`)).content;
    expect(found.length).toBeGreaterThan(0);
    expect(
      new Set(found.map((row: { authentication_id: string }) => row.authentication_id)),
    ).toEqual(new Set(['A804']));
  });

  it('TXN-18 a purchase of long ago has no days judged on which the file has none', async () => {
    const { admin, clerk } = await office;
    const card = demoCardNumber(1);
    await setCard(admin, card, WIDE);
    const between = { ...TYPED, card_number: card, txn_date: '2026-10-10T08:15' };
    const { authentication_id } = await (await clerk.call('transaction', { body: between })).json();
    // The limits of today judge the past, which nobody asked for here.
    await setCard(admin, card, { ...WIDE, transaction_fuel_quantity_limits: 450 });
    const rows = [
      essoLine({ number: '811', card, day: '20260910' }),
      essoLine({ number: '812', card }),
    ];
    const answer = await clerk.call('import_transactions?provider=ESSO', {
      body: fileForm(essoFile(rows), 'mixed.xls'),
    });
    expect([answer.status, answer.headers.get('x-import-exceptions')]).toEqual([200, '3']);
    expect(await openOf(clerk, 'A811')).toMatchObject([{ rule: 'fill_volume' }]);
    expect(await openOf(clerk, 'A812')).toMatchObject([{ rule: 'fill_volume' }]);
    // Of the same card and day, whose sums the file changed.
    expect(await openOf(clerk, 'A802')).toMatchObject([{ rule: 'fill_volume' }]);
    expect(await openOf(clerk, authentication_id)).toEqual([]);
  });
});

describe('a purchase that is entered by hand', () => {
  it('TXN-18 is judged when it is created, corrected and deleted; what was settled stays', async () => {
    const { admin, clerk } = await office;
    await setCard(admin, demoCardNumber(7), { ...WIDE, daily_card_limit: 900 });
    const first = await (await clerk.call('transaction', { body: TYPED })).json();
    expect(await openOf(clerk, first.authentication_id)).toEqual([]);
    const later = { ...TYPED, txn_date: '2026-11-19T18:15' };
    const second = await (await clerk.call('transaction', { body: later })).json();
    const [over] = await openOf(clerk, second.authentication_id);
    expect(over).toMatchObject({ rule: 'day_amount', figure: '1728.90 CAD', limit: '900.00 CAD' });
    // The first purchase of the day is corrected: the sum of the second one changes.
    const less = { ...TYPED, txn_attr: [{ ...LINE, dtl_amt: 100, dtl_qty: 60 }] };
    const put = (id: unknown, body: object) =>
      clerk.call(`fuel-transaction/${id}`, { method: 'PUT', body });
    expect((await put(first.id, less)).status).toBe(200);
    expect(await openOf(clerk, second.authentication_id)).toMatchObject([
      { id: over.id, figure: '964.45 CAD' },
    ]);
    const reason = 'Two trucks';
    const settled = await clerk.call(`exceptions/${over.id}/explain`, { body: { reason } });
    expect(await settled.json()).toMatchObject({ state: 'Explained', reason, settled_by: CLERK });
    expect((await put(first.id, TYPED)).status).toBe(200);
    expect(
      (await openOf(clerk, second.authentication_id)).map(({ figure, state }) => [figure, state]),
    ).toEqual(
      expect.arrayContaining([
        ['964.45 CAD', 'Explained'],
        ['1728.90 CAD', 'Open'],
      ]),
    );
    const [open] = await openOf(clerk, `${second.authentication_id}&filter=state:Open`);
    const body = { reason: 'Not so' };
    const beside = await clerk.call(`exceptions/${over.id}/reopen`, { body });
    expect([beside.status, (await beside.json()).detail]).toEqual([
      409,
      `The purchase has an open exception of this rule, with another figure: exception ${open.id}.`,
    ]);
    expect((await admin.call(`transaction/${first.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await openOf(clerk, second.authentication_id)).toMatchObject([{ state: 'Explained' }]);
  });

  it('TXN-18 a card is on hold from the day on which it was put on hold', async () => {
    const { admin, clerk } = await office;
    const card_number = demoCardNumber(9);
    await setCard(admin, card_number, WIDE);
    await setCard(admin, card_number, { ...WIDE, card_status: 'HOLD' });
    const enter = async (day: string) => {
      const body = { ...TYPED, card_number, txn_date: `${day}T08:15` };
      const made = await (await clerk.call('transaction', { body })).json();
      return (await openOf(clerk, made.authentication_id)).map(({ rule, figure, limit }) => [
        rule,
        figure,
        limit,
      ]);
    };
    expect(await enter('2026-11-19')).toEqual([]);
    expect(await enter('2026-11-20')).toEqual([
      ['card_on_hold', '2026-11-20', 'on hold since 2026-11-20'],
    ]);
  });
});

describe('settling', () => {
  const opened = async (card_number: string) => {
    const { admin, clerk } = await office;
    await setCard(admin, card_number, { ...WIDE, transaction_fuel_quantity_limits: 1 });
    const body = { ...TYPED, card_number };
    const made = await (await clerk.call('transaction', { body })).json();
    const [found] = await openOf(clerk, made.authentication_id);
    return found;
  };

  it('TXN-18 two people dismiss the same one: the second is refused, with who was first', async () => {
    const { admin, clerk } = await office;
    const { etag, id } = await opened(demoCardNumber(11));
    const dismiss = (client: Client, headers = {}) =>
      client.call(`exceptions/${id}/dismiss`, { body: { reason: 'Known' }, headers });
    const first = await dismiss(clerk, { 'if-match': etag, 'idempotency-key': 'exc-dismiss-1' });
    expect(first.status).toBe(200);
    const again = await dismiss(clerk, { 'if-match': etag, 'idempotency-key': 'exc-dismiss-1' });
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const stale = await dismiss(admin, { 'if-match': etag });
    expect(stale.status).toBe(412);
    expect((await stale.json()).current).toMatchObject({ state: 'Dismissed', settled_by: CLERK });
    const late = await dismiss(admin);
    expect(late.status).toBe(409);
    expect((await late.json()).detail).toBe(
      'This exception was dismissed by clerk@forecourt.test already.',
    );
    const { content } = await admin.json('audit?filter=action:exceptions.dismiss');
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({ actor: CLERK, record_id: String(id) });
    expect(JSON.stringify(content[0].changes)).toContain('Known');
  });

  it('TXN-18 a dismissed one is reopened once, by the version that was seen, and the trail keeps what was said', async () => {
    const { admin, clerk } = await office;
    const { id } = await opened(demoCardNumber(13));
    const call = (client: Client, how: string, reason: string, headers = {}) =>
      client.call(`exceptions/${id}/${how}`, { body: { reason }, headers });
    const early = await call(clerk, 'reopen', 'Too early');
    expect(early.status).toBe(409);
    expect((await early.json()).detail).toBe('This exception is open already.');
    const dismissed = await call(clerk, 'dismiss', 'Known detour');
    const etag = dismissed.headers.get('etag') ?? '';
    const keyed = { 'if-match': etag, 'idempotency-key': 'exc-reopen-1' };
    const first = await call(admin, 'reopen', 'No detour there', keyed);
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({
      state: 'Open',
      reason: '',
      settled_by: '',
      settled_at: '',
    });
    const again = await call(admin, 'reopen', 'No detour there', keyed);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await call(clerk, 'reopen', 'Me too', { 'if-match': etag })).status).toBe(412);
    const { content } = await admin.json('audit?filter=action:exceptions.reopen');
    expect(content).toHaveLength(1);
    expect(content[0].changes).toMatchObject({
      state: ['Dismissed', 'Open'],
      settled_by: [CLERK, ''],
      former_reason: 'Known detour',
      reason: 'No detour there',
    });
    // Whoever settles it again is its only settler.
    const settled = await call(clerk, 'explain', 'Two trucks');
    expect(await settled.json()).toMatchObject({ state: 'Explained', settled_by: CLERK });
  });

  it.each([
    [{}, 'Reason is required'],
    [{ reason: ' \u200b ' }, 'Reason is required'],
    [{ reason: 'x'.repeat(501) }, 'Reason may have at most 500 characters'],
    [{ reason: 'two\nlines \u202eecno' }, 'Reason may not contain control characters'],
  ])('TXN-18 needs a reason', async (body, detail) => {
    const { clerk } = await office;
    const { id } = await opened(demoCardNumber(12));
    const answer = await clerk.call(`exceptions/${id}/explain`, { body });
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual([{ pointer: '/reason', detail }]);
  });

  it('TXN-18 a company’s user sees its own fleet’s only, and settles nothing without the right', async () => {
    const { admin, viewer } = await office;
    const cards = await viewer.json('fuel-card-management?size=1');
    const [ownCard] = cards.content;
    const own = await opened(ownCard.card_number);
    const listed = await viewer.json('exceptions?size=50');
    const names = listed.content.map((row: { company_name: string }) => row.company_name);
    expect(new Set(names)).toEqual(new Set([ownCard.company_name]));
    expect(await viewer.json(`exceptions/${own.id}`)).toMatchObject({
      id: own.id,
      rule: 'fill_volume',
      daily_card_limit: 0,
    });
    const all = await admin.json('exceptions?size=50');
    const other = all.content.find(
      (row: { company_name: string }) => row.company_name !== ownCard.company_name,
    );
    expect((await viewer.call(`exceptions/${other.id}`)).status).toBe(404);
    const body = { reason: 'x' };
    expect((await viewer.call(`exceptions/${own.id}/dismiss`, { body })).status).toBe(403);
    expect((await viewer.call('exceptions/judge', { body: OCTOBER })).status).toBe(403);
  });
});

describe('thresholds of a deployment', () => {
  it('TXN-18 a file that can’t be used stops the start, and is named', async () => {
    const { dataDir } = await keptData(EMPTY);
    const exceptionRulesFile = join(dataDir, 'bad.json');
    writeFileSync(exceptionRulesFile, '{"price":{"percent":"much"}}');
    await expect(createSandbox({ ...EMPTY, dataDir, exceptionRulesFile })).rejects.toThrow(
      `${exceptionRulesFile}: price.percent: must be a decimal above 0 in quotes, such as "1200"`,
    );
  });
});
