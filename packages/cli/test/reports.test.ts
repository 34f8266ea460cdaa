import { mkdirSync, writeFileSync } from 'node:fs';
import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { fixtureForAll } from './fixture-hooks.ts';

const { fixture, service } = fixtureForAll();

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what is printed.
describe('reports show', () => {
  it('REP-02 has exact figures, and the list that adds up to each', async () => {
    const shown = ['reports', 'show', 'aging', '--columns', 'over_90,total'];
    const { code, document }: any = await fixture.json(shown);
    expect(code).toBe(0);
    const [cad] = document.tables;
    expect(cad).toMatchObject({ title: 'Aging CAD', by: 'customer', currency: 'CAD' });
    expect(Object.keys(cad.total)).toEqual(['customer', 'over_90', 'total', 'lists']);
    const { filter, from, resource, to } = cad.total.lists.over_90;
    const filters = filter.flatMap((text: string) => ['--filter', text]);
    const days = [...(from ? ['--from', from] : []), '--to', to];
    const list = await fixture.json([
      resource,
      'list',
      ...filters,
      ...days,
      '--totals',
      '--size',
      '1',
    ]);
    const [sums]: any = (list.document as any).totals;
    expect(Number(sums.amount_due)).toBe(Number(cad.total.over_90));
    const { stdout } = await fixture.run([...shown]);
    expect(stdout).toMatch(/^Customer\tOver 90 days\tTotal$/m);
    expect(stdout).toMatch(/^Total CAD\t[\d,]+\.\d\d\t[\d,]+\.\d\d$/m);
  });

  it('REP-02 takes relative days by the service’s clock', async () => {
    const shown = ['reports', 'show', 'sales', '--by', 'month', '--on', 'last-month'];
    const { document }: any = await fixture.json(shown);
    expect([document.from, document.to].map((day) => /^\d{4}-\d\d-\d\d$/.test(day))).toEqual([
      true,
      true,
    ]);
    for (const { rows } of document.tables) expect(rows).toHaveLength(1);
  });

  it.each([
    [['profit'], "There is no report 'profit'."],
    [['aging', '--by', 'month'], 'has no rows by month: choose one of customer, invoice'],
    [['sales', '--columns', 'profit'], 'has no column profit: choose from litres'],
    [['sales', '--on', 'today', '--to', '2026-11-01'], '--on is both ends of the days'],
    [['sales', '--from', '31.11.'], '--from is a day of the calendar'],
    [
      ['sales', '--from', '2026-11-02', '--to', '2026-11-01'],
      ': --from is after --to: there is no',
    ],
  ])('REP-02 %j is a usage error that says what to do', async (args, message) => {
    const { code, stderr } = await fixture.run(['reports', 'show', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('reports email', () => {
  it('REP-03 sends once a day to the same recipients, however often it runs', async () => {
    const email = ['reports', 'email', 'aging', '--to', 'clerk@forecourt.test'];
    const first: any = await fixture.json(email);
    expect(first).toMatchObject({ code: 0, document: { ok: true, again: false } });
    const second: any = await fixture.json(email);
    expect(second).toMatchObject({ code: 0, document: { again: true } });
    expect(second.document.message).toMatch(/nothing was sent again\.$/);
    const other: any = await fixture.json([...email, '--format', 'excel']);
    expect(other.document).toMatchObject({ again: false });
  });

  it('REP-03 AUTH-13 names each report that was sent, by whichever surface', async () => {
    // As the portal sends what is on screen.
    const login = await fetch(`${service.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'clerk@forecourt.test', password: PASSWORD }),
    });
    const shown = { report_type: 'sales', by: 'month', from: '2026-10-01', format: 'pdf' };
    const sent = await fetch(`${service.url}/reporting/email`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: login.headers.get('authorization') ?? '',
      },
      body: JSON.stringify({ ...shown, recipients: ['admin@forecourt.test'] }),
    });
    expect(sent.status).toBe(202);
    const email = ['reports', 'email', 'sales', '--by', 'product', '--to', 'clerk@forecourt.test'];
    expect((await fixture.run(email)).code).toBe(0);
    const trail: any = await fixture.json(['trail', 'list', '--filter', 'kind:E-mail']);
    expect(trail.document.items.slice(0, 2)).toMatchObject([
      { summary: 'Sales report sent to clerk@forecourt.test', actor: 'admin@forecourt.test' },
      { summary: 'Sales report sent to admin@forecourt.test', actor: 'clerk@forecourt.test' },
    ]);
    const audit: any = await fixture.json(['audit', 'list', '--filter', 'action:reports.email']);
    const [byCommand, byPortal] = audit.document.items;
    expect([byCommand.actor, JSON.parse(byCommand.changes)]).toEqual([
      'admin@forecourt.test',
      {
        to: 'clerk@forecourt.test',
        file: expect.stringMatching(/^sales-report-\d{4}-\d\d-\d\d\.pdf$/),
        choices: 'by product',
      },
    ]);
    expect([byPortal.actor, JSON.parse(byPortal.changes)]).toEqual([
      'clerk@forecourt.test',
      {
        to: 'admin@forecourt.test',
        file: expect.stringMatching(/^sales-report-\d{4}-\d\d-\d\d\.pdf$/),
        choices: 'by month, from 2026-10-01',
      },
    ]);
    const { stdout } = await fixture.run(['audit', 'list', '--filter', 'action:reports.email']);
    expect(stdout).toMatch(/^\S.*\tclerk@forecourt\.test\t.*reports\.email.*by month/m);
  });

  it.each([
    [['aging'], 2, '--to is required'],
    [['aging', '--to', 'a@b.ca', '--format', 'csv'], 2, '--format is pdf or excel'],
    [['aging', '--to', 'a@b.ca'], 5, 'a@b.ca is no user who may make this report'],
  ])('REP-03 %j is refused with %i', async (args, exit, message) => {
    const { code, stderr } = await fixture.run(['reports', 'email', ...args]);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(message)]);
  });
});

describe('nights hand-in', () => {
  it('SHELL-14 hands in each run once, and refuses what is no report', async () => {
    const report = fixture.path('handed.json');
    const file = {
      name: 'a.csv',
      state: 'imported',
      message: 'Done.',
      rows: { imported: 3, duplicates: 0, rejected: 0, keptOut: 1 },
    };
    const night = {
      ...{ night: '2026-11-19', service: 's', inbox: '/in', account: '1', exitCode: 6 },
      ...{ startedAt: '2026-11-20T07:30:00.000Z', endedAt: '2026-11-20T07:31:00.000Z' },
      ...{ message: '0 of 1 file without a fault.', files: [file] },
    };
    writeFileSync(report, JSON.stringify(night));
    const first: any = await fixture.json(['nights', 'hand-in', report]);
    expect(first).toMatchObject({ code: 0, document: { message: '1 report handed in.' } });
    const again: any = await fixture.json(['nights', 'hand-in', report, report]);
    expect(again.document.message).toBe('0 reports handed in, 2 known already.');
    const trail: any = await fixture.json(['trail', 'list', '--filter', 'kind:Night']);
    expect(trail.document.items).toMatchObject([
      { summary: 'Night of 2026-11-19: 0 of 1 file without a fault.', result: 'Partly' },
    ]);
    writeFileSync(report, JSON.stringify({ ...night, endedAt: null }));
    const running = await fixture.run(['nights', 'hand-in', report]);
    expect([running.code, running.stderr]).toEqual([
      2,
      expect.stringContaining('handed.json is no report of a night that has ended.'),
    ]);
    // None is on this computer yet.
    const none: any = await fixture.json(['nights', 'hand-in']);
    expect(none.document).toMatchObject({ message: '0 reports handed in.', items: [] });
  });

  it('SHELL-14 hands in all of this service that it doesn’t have, with the files of killed runs, and no row twice', async () => {
    const dir = fixture.path('config/reports');
    mkdirSync(dir, { recursive: true });
    const rows = { imported: 3, duplicates: 0, rejected: 0, keptOut: 0 };
    const one = (at: number, more: object = {}) => {
      const minute = String(at).padStart(2, '0');
      writeFileSync(
        `${dir}/2026-11-20T02-${minute}.json`,
        JSON.stringify({
          ...{ night: '2026-11-19', service: service.url, inbox: '/in', account: '1', exitCode: 6 },
          ...{ startedAt: `2026-11-20T02:${minute}:00.000Z`, message: `Run ${at}.` },
          ...{ endedAt: `2026-11-20T02:${minute}:30.000Z`, files: [], ...more },
        }),
      );
    };
    for (let at = 0; at < 30; at += 1) one(at);
    one(30, { service: 'https://other.test/api/v1' });
    one(31, { dryRun: true });
    one(32, { endedAt: null });
    const file = (name: string, state: string) => ({ name, state, message: 'Done.', rows });
    one(33, {
      files: [file('new.csv', 'imported'), file('copy.csv', 'already_imported')],
      earlier: { runs: 1, files: 1, unreported: [file('killed.csv', 'imported')], reported: [] },
    });
    const first: any = await fixture.json(['nights', 'hand-in']);
    expect(first.document.message).toBe('31 reports handed in.');
    const again: any = await fixture.json(['nights', 'hand-in']);
    expect(again.document.message).toBe('0 reports handed in.');
    const argv = ['trail', 'list', '--filter', 'kind:Night', '--size', '1'];
    const trail: any = await fixture.json(argv);
    const found: any = await fixture.json(['trail', 'get', trail.document.items[0].id]);
    expect(JSON.stringify(found.document)).toContain('killed.csv');
    expect(found.document).toMatchObject({ summary: 'Night of 2026-11-19: Run 33.' });
    expect(JSON.stringify(found.document)).toMatch(/"imported"[^}]*6/);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what is printed.
