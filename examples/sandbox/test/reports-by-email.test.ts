import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ADMIN, CLERK, openSandbox, signIn, VIEWER } from './helpers.ts';

// biome-ignore-start lint/suspicious/noExplicitAny: a test reads what the wire gives.
const outboxDir = await mkdtemp(join(tmpdir(), 'forecourt-report-mail-'));
afterAll(() => rm(outboxDir, { recursive: true }));
const sandbox = await openSandbox({ outboxDir, mailLimits: { perInvoice: 3, perAccount: 6 } });
const admin = await signIn(sandbox, ADMIN);
const aging = { report_type: 'aging', format: 'excel' };
const send = (body: object, headers = {}, client = admin) =>
  client.call('reporting/email', { body, headers });
const mails = async () => (await readdir(outboxDir)).filter((name) => name.endsWith('.eml')).sort();

describe('REP-03 a report by e-mail', () => {
  it('is sent once under a key, to each recipient once, with its file, and is in the trail', async () => {
    const body = { ...aging, recipients: [ADMIN, CLERK, ADMIN] };
    const key = { 'idempotency-key': 'night-2026-11-20' };
    const answers = [await send(body, key), await send(body, key)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
    const [mail = '', ...others] = await mails();
    expect(others).toEqual([]);
    const text = await readFile(join(outboxDir, mail), 'utf8');
    expect(text).toMatch(/^To: admin@forecourt\.test, clerk@forecourt\.test\r$/m);
    expect(text).toMatch(/^Subject: Aging report, 20 Nov 2026\r$/m);
    expect(text).toContain('filename=aging-report-2026-11-20.xlsx');
    const { content } = await admin.json('trail?filter=kind:E-mail');
    expect(content).toMatchObject([
      {
        summary: 'Aging report sent to admin@forecourt.test, clerk@forecourt.test',
        result: 'Done',
        actor: ADMIN,
      },
    ]);
  });

  it('is previewed with subject and file, and with when the same was sent today, to whom', async () => {
    const preview = (query: string, client = admin) =>
      client.json(`reporting/email/preview?report_type=aging&${query}`);
    expect(await preview('format=excel')).toEqual({
      subject: 'Aging report, 20 Nov 2026',
      attachment: 'aging-report-2026-11-20.xlsx',
      sent_today: [{ at: expect.any(String), to: `${ADMIN}, ${CLERK}` }],
    });
    // Another format or choice is another report; so is a company’s.
    for (const other of ['format=pdf', 'format=excel&by=invoice', 'format=excel&columns=total']) {
      expect((await preview(other)).sent_today).toEqual([]);
    }
    const switched = await (await signIn(sandbox, ADMIN)).call('switch/1');
    const acting = admin.as(switched.headers.get('authorization') ?? '');
    expect((await preview('format=excel', acting)).sent_today).toEqual([]);
    const wrong = await admin.call('reporting/email/preview?report_type=profit&format=csv');
    expect(wrong.status).toBe(422);
  });

  it.each<[object, string]>([
    [{}, 'Recipients is a list of e-mail addresses: give at least one.'],
    [{ recipients: [] }, 'Recipients is a list of e-mail addresses: give at least one.'],
    [{ recipients: ADMIN }, 'Recipients is a list of e-mail addresses: give at least one.'],
    [{ recipients: [ADMIN, 7] }, 'Recipients is a list of e-mail addresses: give at least one.'],
    [{ recipients: ['clerk'] }, 'No e-mail address: clerk.'],
    [
      { recipients: Array.from({ length: 11 }, (_, at) => `a${at}@forecourt.test`) },
      'At most 10 recipients, not 11.',
    ],
    [
      { recipients: ['stranger@example.com', ADMIN, 'nobody@forecourt.test'] },
      'stranger@example.com, nobody@forecourt.test are no users who may make this report. Give them the right to Reporting, or download the file.',
    ],
    ...[VIEWER, 'nobody@forecourt.test', 'stranger@example.com'].map(
      (address): [object, string] => [
        { recipients: [ADMIN, address] },
        `${address} is no user who may make this report. Give them the right to Reporting, or download the file.`,
      ],
    ),
  ])('%j is refused, and nothing is sent', async (more, detail) => {
    const before = await mails();
    const answer = await send({ ...aging, ...more });
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual([{ pointer: '/recipients', detail }]);
    expect(await mails()).toEqual(before);
  });

  it('ACC-04 of a company is sent to its own users alone, who may make it', async () => {
    const switched = await (await signIn(sandbox, ADMIN)).call('switch/1');
    const acting = admin.as(switched.headers.get('authorization') ?? '');
    // Staff, and a company’s user without the right to Reporting.
    for (const other of [CLERK, VIEWER]) {
      expect((await send({ ...aging, recipients: [other] }, {}, acting)).status).toBe(422);
    }
    expect((await send({ ...aging, format: 'pdf', recipients: [ADMIN] }, {}, acting)).status).toBe(
      202,
    );
    const viewer = await signIn(sandbox, VIEWER);
    expect((await send({ ...aging, recipients: [VIEWER] }, {}, viewer)).status).toBe(403);
  });

  it('is limited as e-mails of invoices are: by report, and by account', async () => {
    const sales = { report_type: 'sales', format: 'pdf', from: '2026-11-01', recipients: [ADMIN] };
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await send(sales)).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
    expect((await send({ ...sales, by: 'month' })).status).toBe(202);
    const refused = await send({ ...sales, by: 'product' });
    expect(refused.status).toBe(429);
    expect((await refused.json()).detail).toMatch(/^You sent e-mails 6 times within an hour\./);
  });
});

describe('SHELL-14 a night hands in its report', () => {
  const run = 'a'.repeat(64);
  const night = {
    ...{ run, night: '2026-11-19', exit_code: 6, message: '1 of 2 files without a fault.' },
    ...{ started_at: '2026-11-20T07:30:00.000Z', ended_at: '2026-11-20T07:31:00.000Z' },
    ...{ imported: 40, duplicates: 2, rejected: 1, left_out: 0 },
    files: [
      { name: 'esso.xls', state: 'imported', message: '40 rows imported.' },
      { name: 'bad.xls', state: 'rejected', message: '1 error.' },
    ],
  };
  const hand = (body: object, client = admin) => client.call('nights', { body });

  it('once, with each of its files, whoever asks for the trail of imports', async () => {
    const answers = await Promise.all([hand(night), hand(night), hand(night)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const { content } = await admin.json('trail?filter=kind:Night');
    expect(content).toMatchObject([
      {
        summary: 'Night of 2026-11-19: 1 of 2 files without a fault.',
        result: 'Partly',
        actor: ADMIN,
        about: 'Night 2026-11-19',
      },
    ]);
    const { steps, values } = await admin.json(`trail/${content[0].id}`);
    expect(steps.map(({ result, step }: any) => [step, result])).toEqual([
      ['esso.xls', 'Imported: 40 rows imported.'],
      ['bad.xls', 'Rejected: 1 error.'],
    ]);
    expect(values).toContainEqual({
      field: 'imported',
      label: 'Imported',
      before: '',
      after: '40',
    });
    // Another account's run of that name is its own.
    const clerk = await signIn(sandbox, CLERK);
    expect((await hand({ ...night, exit_code: 0 }, clerk)).status).toBe(201);
    expect((await hand(night, await signIn(sandbox, VIEWER))).status).toBe(403);
  });

  it.each([
    [{ run: 'x' }, '/run'],
    [{ night: '2026-02-30' }, '/night'],
    [{ ended_at: 'soon' }, '/ended_at'],
    [{ exit_code: 256 }, '/exit_code'],
    [{ message: 'x'.repeat(501) }, '/message'],
    [{ imported: -1 }, '/imported'],
    [{ files: [{ name: 'a' }] }, '/files'],
    [{ files: Array.from({ length: 501 }, () => night.files[0]) }, '/files'],
  ])('%j is refused at %s', async (more, pointer) => {
    const answer = await hand({ ...night, ...more });
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors.map((error: any) => error.pointer)).toEqual([pointer]);
  });
});
// biome-ignore-end lint/suspicious/noExplicitAny: a test reads what the wire gives.
