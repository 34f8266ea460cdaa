import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { goodRates } from '../../provider-files/provider-files.ts';
import { PASSWORD } from '../src/index.ts';
import { essoFile, essoLine } from './esso-file.ts';
import {
  ADMIN,
  type Client,
  fileForm,
  NOBODY,
  NOW,
  openSandbox,
  paymentOn,
  signIn,
  VIEWER,
} from './helpers.ts';

const OFFICE = 'office.admin@northhaul.test';
const FORMER = 'former@company.test';
const folder = await mkdtemp(join(tmpdir(), 'forecourt-trail-'));
afterAll(() => rm(folder, { recursive: true }));

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const events = async (client: Client, query = ''): Promise<any[]> =>
  (await client.json(`trail?size=100&${query}`)).content;
const summaries = async (client: Client, query = '') =>
  (await events(client, query)).map(({ summary }) => summary);

/** Changes a card and returns the answer. */
async function changeCard(client: Client, id: number, changes: object) {
  const { etag: _, ...record } = await client.json(`fuel-card-management/${id}`);
  const body = { ...record, ...changes };
  return client.call(`fuel-card-management/${id}`, { method: 'PUT', body });
}

const cardOf = async (client: Client, company: string, index = 0) => {
  const filter = encodeURIComponent(`company_name:${company}`);
  const { content } = await client.json(`fuel-card-management?size=20&filter=${filter}`);
  return content[index];
};

const NORTH = 'North Haul Carriers Ltd.';

const night = (run: string, exit_code: number) => ({
  ...{ run: run.repeat(64), night: '2026-11-19', exit_code, message: '1 of 2 files.' },
  ...{ started_at: '2026-11-20T07:30:00.000Z', ended_at: '2026-11-20T07:31:00.000Z' },
  ...{ imported: 40, duplicates: 2, rejected: 1, left_out: 0 },
  files: [{ name: 'bad.xls', state: 'rejected', message: '1 error.' }],
});

describe('events', async () => {
  const sandbox = await openSandbox();
  const admin = await signIn(sandbox, ADMIN);

  it('SHELL-14 says who did what to which record, with the values before and after', async () => {
    const card = await cardOf(admin, NORTH);
    expect((await changeCard(admin, card.id, { driver_name: 'Ann Oakley' })).status).toBe(200);
    const [event] = await events(admin, `filter=record:cards:${card.id}`);
    const last = String(card.card_number).slice(-4);
    expect(event).toMatchObject({
      at: NOW.toISOString(),
      kind: 'Change',
      summary: `Card …${last}: Driver Name set to Ann Oakley`,
      result: 'Done',
      actor: ADMIN,
      acting_as: '',
      about: `Card …${last}`,
      record: `cards:${card.id}`,
      link_id: String(card.id),
    });
    const detail = await admin.json(`trail/${event.id}`);
    expect(detail.values).toEqual([
      {
        field: 'driver_name',
        label: 'Driver Name',
        before: card.driver_name,
        after: 'Ann Oakley',
      },
    ]);
    expect(detail.request_id).not.toBe('');
    expect(await events(admin, `filter=record:card:${card.card_number}`)).toEqual([event]);
  });

  it('SHELL-14 says as whom somebody acted', async () => {
    const [company] = (await admin.json('companies?size=50')).content.filter(
      (row: any) => row.name === NORTH,
    );
    const answer = await admin.call(`switch/${company.id}`);
    const acting = admin.as(answer.headers.get('authorization') ?? '');
    const card = await cardOf(acting, NORTH, 1);
    await changeCard(acting, card.id, { driver_name: 'Bo' });
    await acting.call('switch/manager');
    const again = await signIn(sandbox, ADMIN);
    const [event] = await events(again, `filter=record:cards:${card.id}`);
    expect([event.actor, event.acting_as]).toEqual([ADMIN, NORTH]);
    const switches = await summaries(again, 'filter=kind:Switch');
    expect(switches).toEqual(['Switched back to the own account', `Switched to ${NORTH}`]);
    const asNorth = `filter=${encodeURIComponent(`acting_as:${NORTH}`)}`;
    expect((await events(again, `${asNorth}&filter=kind:Change`))[0]).toEqual(event);
  });

  it('SHELL-14 a payment is in the timelines of the payment and of its invoice, once for a call sent twice', async () => {
    const again = await signIn(sandbox, ADMIN);
    const { content } = await again.json('spol/invoices/?size=50&filter=status:Sent');
    const [invoice] = content.filter(({ amount_due }: any) => Number(amount_due) > 10);
    const body = paymentOn(invoice, 1.5);
    const headers = { 'idempotency-key': 'pay-once-1234567890' };
    const [first, second] = [
      await again.call('fuel-payment/register', { body, headers }),
      await again.call('fuel-payment/register', { body, headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    const { id } = await first.json();
    const text = `Payment of 1.50 ${invoice.currency} on invoice ${invoice.invoice_number}`;
    const own = await events(again, `filter=record:payments:${id}`);
    expect(own.map(({ kind, summary }) => [kind, summary])).toEqual([['Payment', text]]);
    const { values } = await again.json(`trail/${own[0].id}`);
    expect(values.map(({ after, label }: any) => [label, after])).toEqual(
      expect.arrayContaining([
        ['Payment Mode', 'Cheque'],
        ['Payment Date', '2026-11-20'],
        ['Reference Id', 'CHQ-1'],
      ]),
    );
    expect(await events(again, `filter=record:invoices:${invoice.invoice_number}`)).toEqual(own);
    expect(await events(again, `filter=record:invoice:${invoice.id}`)).toEqual(own);
    await again.call(`fuel-payment/${id}/reverse`, { body: { reason: 'typed twice' } });
    expect(await summaries(again, `filter=record:payment:${id}`)).toEqual([
      `${text} taken back: typed twice`,
      text,
    ]);
  });

  it('SHELL-14 filters by kind, person and day, and refuses a record that is none', async () => {
    const again = await signIn(sandbox, ADMIN);
    const all = await events(again);
    expect(await events(again, 'from=2026-11-20&to=2026-11-20')).toHaveLength(all.length + 0);
    expect(await events(again, 'to=2026-11-19')).toEqual([]);
    const kinds = new Set((await events(again, 'filter=kind:Payment')).map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['Payment']));
    expect(await events(again, `filter=actor:${VIEWER}`)).toEqual([]);
    expect((await events(again, 'filter=actor::admin')).length).toBe(all.length);
    for (const value of ['cards', 'lorries:1', 'cards:']) {
      const answer = await again.call(`trail?filter=record:${value}`);
      expect([answer.status, (await answer.json()).detail]).toEqual([
        400,
        `record is compared with a kind and an id, such as card:15, not with "${value}".`,
      ]);
    }
    for (const kind of ['cards', 'invoices', 'transactions', 'users', 'payments', 'imports']) {
      expect(await events(again, `filter=record:${kind}:99999999999999`)).toEqual([]);
    }
    expect((await again.call('trail/0')).status).toBe(404);
    expect((await again.call('trail/x')).status).toBe(404);
  });

  it('SHELL-14 is exported as the list shows it', async () => {
    const again = await signIn(sandbox, ADMIN);
    const answer = await again.call('trail/export', {
      body: { filters: [{ filterField: 'kind', matchStrategy: 'equals', query: 'Payment' }] },
    });
    const [header, first] = (await answer.text()).replace('\uFEFF', '').split('\r\n');
    expect(header).toBe('Time,Kind,What,Result,Record Id,Person,As,Record,Request');
    expect(first).toContain(',Payment,Payment of 1.50 ');
  });
});

describe('rights', async () => {
  const sandbox = await openSandbox();
  const admin = await signIn(sandbox, ADMIN);
  const created = await admin.call('users', {
    body: {
      ...{ first_name: 'Olga', last_name: 'Frame', email: OFFICE, phone: '7055550199' },
      ...{ country: 'CA', province: 'ON', city: 'Sudbury', role: 'Admin' },
      ...{ company: NORTH, password: PASSWORD, view_users: true, view_fuel_cards: true },
    },
  });
  const viewer = await signIn(sandbox, VIEWER);
  const nobody = await signIn(sandbox, NOBODY);
  const office = await signIn(sandbox, OFFICE);
  it('has a company’s administrator', () => {
    expect(created.status).toBe(201);
  });
  const { content: companies } = await admin.json('companies?size=50');
  const other = companies.find(({ name }: any) => name !== NORTH);
  const own = await cardOf(admin, NORTH);
  const foreign = await cardOf(admin, other.name);
  await changeCard(admin, own.id, { driver_name: 'Own Driver' });
  await changeCard(admin, foreign.id, { driver_name: 'Foreign Driver' });

  it('SHELL-14 a company’s user sees its company’s events alone, by no filter and no id more', async () => {
    const [secret] = await events(admin, `filter=record:cards:${foreign.id}`);
    for (const client of [viewer, office]) {
      const seen = await events(client);
      expect(seen.map(({ summary }) => summary)).toContain(
        `Card …${String(own.card_number).slice(-4)}: Driver Name set to Own Driver`,
      );
      expect(JSON.stringify(seen)).not.toContain('Foreign Driver');
      for (const filter of [
        `record:cards:${foreign.id}`,
        `record:card:${foreign.card_number}`,
        'actor:clerk@forecourt.test',
      ]) {
        expect(await events(client, `filter=${encodeURIComponent(filter)}`)).toEqual([]);
      }
      expect((await client.call(`trail/${secret.id}`)).status).toBe(404);
      const file = await client.call('trail/export', { body: { filters: [] } });
      expect(await file.text()).not.toContain('Foreign Driver');
    }
  });

  it('SHELL-14 a card that moves says to staff from whom to whom, to each company its own side alone', async () => {
    const fleet = `company_name:${other.name}`;
    const made = await admin.call('users', {
      body: {
        ...{ first_name: 'Fay', last_name: 'Ormer', email: FORMER, phone: '7055550198' },
        ...{ country: 'CA', province: 'ON', city: 'Sudbury', role: 'Admin' },
        ...{ company: other.name, password: PASSWORD, view_users: true, view_fuel_cards: true },
      },
    });
    expect(made.status).toBe(201);
    const former = await signIn(sandbox, FORMER);
    const { content: cards } = await admin.json(
      `fuel-card-management?size=20&filter=${encodeURIComponent(fleet)}`,
    );
    const [, moving, second, third] = cards;
    await changeCard(admin, moving.id, { driver_name: 'Former Driver' });
    const target = companies.find(({ name }: any) => name === NORTH);
    const move = async (...cardIds: number[]) => {
      const body = { cardIds, customerCompanyId: target.id };
      const path = 'fuel-card-management/assign-card-company-bulk';
      expect((await admin.call(path, { body })).status).toBe(200);
    };
    await move(moving.id);
    const card = `Card …${String(moving.card_number).slice(-4)}`;
    const timeline = `filter=record:cards:${moving.id}`;
    expect(await summaries(admin, timeline)).toEqual([
      `${card} moved from ${other.name} to ${NORTH}`,
      `${card}: Driver Name set to Former Driver`,
    ]);
    expect(await summaries(former, timeline)).toEqual([
      `${card} moved from ${other.name} to another company`,
      `${card}: Driver Name set to Former Driver`,
    ]);
    expect(await summaries(office, timeline)).toEqual([
      `${card} moved from another company to ${NORTH}`,
    ]);

    // Cards of two companies and one that was there already: an event for each former company.
    await move(second.id, own.id, third.id);
    const [both, one, ...before] = await summaries(office, 'filter=kind:Change');
    expect([both, one].toSorted()).toEqual([
      `1 card assigned to ${NORTH}`,
      `2 cards moved from another company to ${NORTH}`,
    ]);
    expect(before).toContain(`${card} moved from another company to ${NORTH}`);
    const [left] = await events(former, 'filter=kind:Change');
    expect(left).toMatchObject({
      summary: `2 cards moved from ${other.name} to another company`,
      ...{ about: '', record: '', link_id: '' },
    });
    const { values } = await former.json(`trail/${left.id}`);
    expect(values).toEqual([
      {
        ...{ field: 'company_name', label: 'Company' },
        ...{ before: other.name, after: 'another company' },
      },
      { field: 'cardIds', label: 'Cards', before: '', after: `${second.id}, ${third.id}` },
    ]);
    // Neither by a list, a file, an event or a filter that guesses does one learn of the other.
    for (const [client, stranger, id] of [
      [former, NORTH, target.id],
      [office, other.name, other.id],
    ] as const) {
      const whole = await events(client);
      const details = await Promise.all(whole.map((row) => client.json(`trail/${row.id}`)));
      const file = await client.call('trail/export', { body: { filters: [] } });
      expect(JSON.stringify([whole, details, await file.text()])).not.toContain(stranger);
      expect(await events(client, `filter=record:companies:${id}`)).toEqual([]);
      expect(await events(client, `filter=record::companies:${id}`)).toEqual([]);
    }
    expect(await summaries(admin, `filter=record:company:${other.id}`)).toContain(
      `2 cards moved from ${other.name} to ${NORTH}`,
    );
  });

  it('SHELL-14 an account without rights sees its own deeds, and no refusal', async () => {
    await nobody.call('users');
    expect(await summaries(nobody)).toEqual(['Signed in']);
    expect((await events(nobody))[0].actor).toBe(NOBODY);
    expect(await summaries(admin, `filter=actor:${NOBODY}&filter=kind:Refusal`)).toEqual([
      'Refused: users.list is not allowed',
    ]);
  });

  it('SHELL-14 a viewer of cards sees no sign-in of a colleague', async () => {
    const seen = await events(viewer, 'filter=kind:Sign-in');
    expect(new Set(seen.map(({ actor }) => actor))).toEqual(new Set([VIEWER]));
  });
});

describe('imports and e-mails', async () => {
  const outboxDir = join(folder, 'outbox');
  const sandbox = await openSandbox({ outboxDir });
  const admin = await signIn(sandbox, ADMIN);

  it('SHELL-14 an import has its file, counts, result and steps, and each purchase leads to it', async () => {
    const file = essoFile([essoLine({ number: '1' }), essoLine({ number: '2' })]);
    const answer = await admin.call('import_transactions?provider=ESSO', {
      body: fileForm(file, 'night.csv'),
    });
    expect(answer.status).toBe(200);
    const id = answer.headers.get('x-import-id');
    const [event] = await events(admin, `filter=record:import:${id}`);
    expect(event).toMatchObject({
      kind: 'Import',
      summary: 'Import of night.csv: 2 of 2 rows',
      result: 'Done',
    });
    const { steps, values } = await admin.json(`trail/${event.id}`);
    expect(steps.map(({ at, result, step }: any) => [step, at, result])).toEqual([
      ['Received', NOW.toISOString(), 'night.csv'],
      ['Started', NOW.toISOString(), ''],
      [
        'Entered',
        NOW.toISOString(),
        expect.stringMatching(/^2 imported, 0 known already, 0 rejected, \d exceptions?$/),
      ],
    ]);
    expect(values).toContainEqual({ field: 'imported', label: 'Imported', before: '', after: '2' });
    const { transactions } = await admin.json(
      `fuel-transaction/authcode?size=1&filter=import_id:${id}`,
    );
    expect(await summaries(admin, `filter=record:transactions:${transactions[0].id}`)).toContain(
      'Import of night.csv: 2 of 2 rows',
    );
    const [purchase] = transactions;
    const gone = await admin.call(`transaction/${purchase.id}`, { method: 'DELETE' });
    expect(gone.status).toBe(200);
    const timeline = await events(admin, `filter=record:transactions:${purchase.id}`);
    expect(timeline.map(({ summary }) => summary)).toEqual([
      `Transaction ${purchase.authentication_id} deleted`,
      'Import of night.csv: 2 of 2 rows',
    ]);
    const { values: whole } = await admin.json(`trail/${timeline[0].id}`);
    expect(new Set(whole.map(({ after }: any) => after))).toEqual(new Set(['']));
    const before = Object.fromEntries(whole.map((one: any) => [one.label, one.before]));
    expect(before).toMatchObject({
      'Auth Code': purchase.authentication_id,
      Amount: Number(purchase.txn_amount).toFixed(2),
      Currency: purchase.hdr_currency,
      'Card Number': `…${purchase.card_number.slice(-4)}`,
      'Time Stamp': purchase.txn_date.replace('T', ' '),
      'Site Number': purchase.txn_station,
      Company: purchase.txn_company,
      'Line 1': expect.stringMatching(/^\S.*, [\d.]+ \S+, [\d.]+$/),
    });
    expect(JSON.stringify(whole)).not.toMatch(/[{}]\\|\[\{\\/);
  });

  it('SHELL-14 says in words what a download was asked for, with its days', async () => {
    const equals = (filterField: string, query: string) => ({
      ...{ filterField, matchStrategy: 'equals', query },
    });
    const body = { filters: [equals('at', '2026-11-19'), equals('actor', '7076850000000012')] };
    expect((await admin.call('trail/export', { body })).status).toBe(200);
    const [event] = await events(admin, 'filter=kind:Download');
    const { values } = await admin.json(`trail/${event.id}`);
    expect(values).toContainEqual({
      field: 'asked',
      label: 'Asked For',
      before: '',
      after: 'filters At equals 2026-11-19; Actor equals …0012',
    });
  });

  it('SHELL-14 TXN-18 says which purchases were checked for exceptions, and what was found', async () => {
    const days = { from: '2026-10-01', to: '2026-10-31' };
    const { opened } = await admin.json('exceptions/judge', { body: days });
    const [event] = await events(admin, 'filter=kind:Change');
    expect(event).toMatchObject({
      summary: expect.stringMatching(
        `^Purchases from 2026-10-01 to 2026-10-31 checked for exceptions: ${opened || 'none'} new`,
      ),
      about: 'Purchases from 2026-10-01 to 2026-10-31',
      link_id: '',
    });
    const { values } = await admin.json(`trail/${event.id}`);
    const labels = values.map(({ label }: any) => label);
    expect(labels.slice(0, 4)).toEqual(['From', 'To', 'Purchases Checked', 'New Exceptions']);
  });

  it('SHELL-14 an import that fails is there with its reason', async () => {
    const answer = await admin.call('import_transactions?provider=ESSO', {
      body: fileForm(new TextEncoder().encode('no,known,columns\n1,2,3\n'), 'odd.csv'),
    });
    expect(answer.ok).toBe(false);
    const [event] = await events(admin, 'filter=kind:Import');
    expect(event).toMatchObject({ result: 'Failed' });
    expect(event.summary).toMatch(/^Import of odd\.csv failed: ./);
  });

  it('SHELL-14 SHELL-10 filters by result, and the dashboard leads to its imports and the failed ones alone', async () => {
    const [rates] = goodRates('2026-11-20');
    const body = fileForm(rates?.bytes as Uint8Array, String(rates?.name));
    const uploaded = await admin.call(`upload-daily-rates?Type=${rates?.provider}`, { body });
    expect(uploaded.status).toBe(200);
    const twice = essoLine({ number: '7', card: '1' });
    const partly = { body: fileForm(essoFile([essoLine({ number: '8' }), twice]), 'partly.csv') };
    expect((await admin.call('import_transactions?provider=ESSO', partly)).status).toBe(200);
    expect((await admin.call('nights', { body: night('a', 6) })).status).toBe(201);
    expect((await admin.call('nights', { body: night('b', 0) })).status).toBe(201);
    const viewer = await signIn(sandbox, VIEWER);
    expect((await viewer.call('users')).status).toBe(403);

    const all = await events(admin);
    const found = Object.groupBy(all, ({ result }) => result);
    expect(Object.keys(found).sort()).toEqual(['Done', 'Failed', 'Partly', 'Refused']);
    for (const result of ['Done', 'Failed', 'Partly', 'Refused', 'Unconfirmed']) {
      const ids = (await events(admin, `filter=result:${result}`)).map(({ id }) => id);
      expect(ids).toEqual((found[result] ?? []).map(({ id }) => id));
    }
    expect(await events(admin, 'filter=result::art')).toEqual(found.Partly);
    expect((await admin.call('trail?filter=result%3E%3DDone')).status).toBe(400);

    const { imports } = await admin.json('dashboard');
    const behind = ({ filter, from }: any) => {
      const query = new URLSearchParams({ from });
      for (const one of ['kind:Import', ...filter]) query.append('filter', one);
      return events(admin, String(query));
    };
    expect(await events(admin, 'filter=kind:Import')).toHaveLength(imports.files + 1);
    expect(await behind(imports.list)).toHaveLength(imports.files);
    expect(imports.failed).toBe(1);
    expect((await behind(imports.failed_list)).map(({ result }: any) => result)).toEqual([
      'Failed',
    ]);
  });

  it('SHELL-14 an e-mail is there with its receiver, and one that fails as failed', async () => {
    const { content } = await admin.json('spol/invoices/?size=2&filter=status:Sent');
    const [sent, failed] = content;
    const mail = ({ id }: any) =>
      admin.call(`email-invoice?type=spol/invoices&id=${id}`, { method: 'POST' });
    expect((await mail(sent)).status).toBe(202);
    await rm(outboxDir, { recursive: true });
    // A file where the folder should be: nothing can be written there.
    await writeFile(outboxDir, '');
    expect((await mail(failed)).ok).toBe(false);
    const [second, first] = await events(admin, 'filter=kind:E-mail');
    expect(first).toMatchObject({ about: `Invoice ${sent.invoice_number}`, result: 'Done' });
    expect(first.summary).toMatch(/^Invoice \S+ sent to \S+@\S+$/);
    expect(second).toMatchObject({ about: `Invoice ${failed.invoice_number}`, result: 'Failed' });
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: as above
