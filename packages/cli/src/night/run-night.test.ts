import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery } from '@forecourt/core/provider-files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandError, usageError } from '../command-error.ts';
import { claim } from '../journal/claim.ts';
import type { Work } from '../work.ts';
import type { Night, NightReport } from './night.types.ts';
import { runNight } from './run-night.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'forecourt-night-')));
  mkdirSync(join(dir, 'in'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const put = (...names: string[]) => {
  for (const name of names) writeFileSync(join(dir, 'in', name), name);
};

/** How the import of a file ends. */
const imported = (key: string, more: object = {}) => ({
  end: {
    output: {
      ...{ sent: true, message: 'Imported.', result: { location: 'result.csv' } },
      record: { key, provider: 'ESSO', imported: 1, duplicates: 0, rejected: 0 },
    },
  },
  ...more,
});
const failed = (exitCode: CommandError['exitCode'], code: string, detail?: string) => ({
  end: { error: new CommandError(exitCode, code, `${code}.`, { detail }) },
});
const warned = (key: string) => {
  const ended = imported(key);
  return { end: { ...ended.end, report: { issues: [], errors: 0, warnings: 2, totals: [] } } };
};

interface Given {
  /** How the imports of the files end, in order. */
  readonly ends?: readonly object[];
  readonly night?: Partial<Night>;
  readonly work?: object;
  readonly late?: readonly CommandError[];
  readonly prepare?: () => Promise<object>;
  readonly terminal?: boolean;
}

/** Runs a night over these files; resolves to all that it prints, and its exit code or error. */
async function run({ ends = [], late = [], night = {}, prepare, terminal = false, work }: Given) {
  const queue = [...ends];
  const warnings: string[] = [];
  let report = {} as NightReport;
  let text = '';
  const output = {
    ...{ terminal, width: 200, paint: (_: unknown, one: string) => one, note: () => undefined },
    result: (result: { document: NightReport; text: () => string }) => {
      report = result.document;
      text = result.text();
    },
    warn: (one: string) => warnings.push(one),
  };
  const settings = {
    paths: { dir, credentials: join(dir, 'credentials'), journal: join(dir, 'journal') },
    ...{ profile: { value: 'default' }, baseUrl: { value: 'https://service.test' } },
  };
  const crashes = { late, contain: async () => queue.shift() };
  const ended = await runNight(
    {
      ...{ operation: 'transactions.import', options: { quiet: true }, output, settings },
      signal: new AbortController().signal,
      runtime: { crashes, env: { PATH: process.env.PATH }, stderr: {} },
      ...work,
    } as unknown as Work,
    (prepare ?? (async () => ({}))) as Parameters<typeof runNight>[1],
    {
      ...{ inbox: { dir: join(dir, 'in'), settleMs: 0, providers: ['ESSO'] }, concurrency: 1 },
      ...{ deadline: undefined, report: undefined, calendar: undefined, metrics: undefined },
      ...{ hook: undefined, ...night },
    },
  ).catch((error: unknown) => error);
  const files = report.files?.map(({ message, name, state }) => `${name} ${state}: ${message}`);
  return { ended, files, report, text, warnings };
}
const filesIn = (folder: string) =>
  existsSync(join(dir, 'in', folder)) ? readdirSync(join(dir, 'in', folder)).sort() : [];

describe('TXN-13 the end of a night', () => {
  it('TXN-13 without files is good', async () => {
    const { ended, report, text } = await run({});
    expect(ended).toBe(0);
    expect(report).toMatchObject({
      ...{ ok: true, exitCode: 0, message: 'Nothing has arrived.', interrupted: false },
      ...{ deliveries: null, stillRejected: null },
    });
    expect(text).toMatch(/\nNothing has arrived\.\nReport: .*\/reports\/[-\dT]+\.json \(.*\)$/);
  });

  it('TXN-13 counts files without a fault, and those with warnings', async () => {
    put('a.csv');
    const one = await run({ ends: [imported('a')] });
    expect([one.ended, one.report.message]).toEqual([0, '1 of 1 file without a fault.']);
    expect(filesIn('done')).toEqual(['a.csv']);
    put('b.csv', 'c.csv', 'd.csv');
    const three = await run({ ends: [warned('b'), failed(5, 'check_failed'), warned('d')] });
    expect([three.ended, three.report.message]).toEqual([
      ...[6, '2 of 3 files without a fault. 2 files have warnings.'],
    ]);
    expect(three.report.stillRejected).toMatchObject({ files: 1, names: ['c.csv'] });
    put('e.csv');
    const { report } = await run({ ends: [warned('e')] });
    expect(report.message).toBe('1 of 1 file without a fault. 1 file has warnings.');
  });

  it('TXN-13 has the code and the detail of what decided it', async () => {
    put('a.csv', 'b.csv');
    const ends = [failed(5, 'check_failed', 'Row 3.'), failed(7, 'network', 'Try later.')];
    const { ended } = await run({ ends, terminal: true });
    expect(ended).toMatchObject({
      ...{ name: 'CommandError', exitCode: 7, code: 'network' },
      message: '0 of 2 files without a fault.',
      particulars: { detail: 'Try later.', reported: true },
    });
    rmSync(join(dir, 'in/b.csv'));
    put('c.csv');
    expect((await run({ ends: [failed(5, 'check_failed')] })).ended).toMatchObject({
      ...{ exitCode: 5, code: 'check_failed', particulars: { reported: false } },
    });
  });

  it('TXN-13 needs a look after a crash outside of any file', async () => {
    const late = [new CommandError(1, 'crashed', 'It crashed.')];
    const { ended, report, warnings } = await run({ late });
    expect(ended).toMatchObject({
      ...{ exitCode: 1, code: 'crashed', particulars: { detail: 'It crashed.' } },
      message: 'Nothing has arrived.',
    });
    expect(report).toMatchObject({ exitCode: 1, ok: false });
    expect(warnings).toEqual(['forecourt: It crashed.']);
  });

  it('TXN-13 releases the inbox, which one run holds at a time', async () => {
    const held = await claim(join(dir, 'in'), '.forecourt');
    const { ended } = await run({});
    expect(ended).toMatchObject({
      ...{ exitCode: 8, code: 'in_use', message: expect.stringMatching(/ \(--inbox\)$/) },
    });
    held.release();
    expect((await run({})).ended).toBe(0);
    expect(filesIn('').filter((name) => name.startsWith('.'))).toEqual([]);
    rmSync(join(dir, 'in'), { recursive: true });
    expect((await run({})).ended).toMatchObject({ code: 'ENOENT' });
  });

  it('TXN-13 moves nothing in a dry run, and misses no delivery', async () => {
    put('a.csv');
    const { ended, report } = await run({
      prepare: async () => ({ dryRun: true }),
      night: { calendar: [DAILY] },
      work: { options: { dryRun: true, quiet: true } },
      ends: [{ end: { output: { reason: 'dry_run', report: { ok: true } } } }],
    });
    expect([ended, report.deliveries, filesIn('')]).toEqual([0, null, ['a.csv']]);
  });
});

const DAILY: Delivery = {
  ...{ provider: 'ESSO', by: '00:00', leastRows: 5, timeZone: 'UTC', except: [] },
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
};

describe('TXN-13 the other files of a night', () => {
  const left = (reason: string) =>
    ['b.csv', 'c.csv', 'd.csv'].map((name) => `${name} left: ${reason}`);

  it.each([
    [3, 'not_signed_in'],
    [4, 'missing_right'],
  ] as const)('TXN-13 are left after exit code %i', async (exitCode, code) => {
    put('a.csv', 'b.csv', 'c.csv', 'd.csv');
    const { ended, files } = await run({ ends: [failed(exitCode, code)] });
    expect(ended).toMatchObject({ exitCode, code });
    expect(files).toEqual([`a.csv failed: ${code}.`, ...left(`${code}.`)]);
  });

  it('TXN-13 are left after three in a row for which the service failed', async () => {
    put('a.csv', 'b.csv', 'c.csv', 'd.csv');
    const down = failed(7, 'network');
    const { files } = await run({ ends: [down, down, down] });
    expect(files?.map((text) => text.slice(6, 10))).toEqual(['fail', 'fail', 'fail', 'left']);
    expect(files?.at(-1)).toBe('d.csv left: network.');
    const other = await run({ ends: [down, failed(5, 'check_failed'), down, down] });
    expect(other.files?.map((text) => text.slice(6, 10))).toEqual(['fail', 'reje', 'fail', 'fail']);
  });

  it('TXN-13 are left after three in a row with open outcomes, but not after claims', async () => {
    put('a.csv', 'b.csv', 'c.csv', 'd.csv');
    const open = failed(8, 'outcome_unknown');
    const { ended, files } = await run({ ends: [open, open, open] });
    expect(ended).toMatchObject({ exitCode: 8, code: 'outcome_unknown' });
    expect(files?.at(-1)).toBe(
      'd.csv left: Not started: the service answered nothing for 3 files in a row.',
    );
    const held = failed(8, 'in_use');
    const other = await run({ ends: [held, held, held, imported('d')] });
    expect(other.files?.at(-1)).toBe('d.csv imported: Imported.');
  });

  it('TXN-13 are all left if the run can’t be prepared, and reported', async () => {
    put('b.csv', 'c.csv', 'd.csv');
    const { ended, files } = await run({
      prepare: async () => Promise.reject(new CommandError(7, 'network', 'Nobody answers.')),
    });
    expect(ended).toMatchObject({ exitCode: 7, code: 'network' });
    expect(files).toEqual(left('Nobody answers.'));
    const wrong = await run({ prepare: async () => Promise.reject(usageError('So not.')) });
    expect(wrong.ended).toMatchObject({ exitCode: 2, message: 'So not.' });
    expect(wrong.report).toEqual({});
  });

  it('TXN-13 are left after the deadline, and if the run is interrupted', async () => {
    put('b.csv', 'c.csv', 'd.csv');
    const late = await run({ night: { deadline: new Date(2026, 0, 2, 5, 3) } });
    expect(late.ended).toMatchObject({ exitCode: 7, code: 'deadline' });
    expect(late.files).toEqual(
      left('Not started: the deadline of 05:03 has passed. Run it again to continue.'),
    );
    const controller = new AbortController();
    const prepare = async () => {
      controller.abort();
      return {};
    };
    const { ended, files, report } = await run({ prepare, work: { signal: controller.signal } });
    expect(ended).toMatchObject({ exitCode: 130, code: 'interrupted' });
    expect(files).toEqual(left('Interrupted.'));
    expect(report.interrupted).toBe(true);
  });

  it('TXN-13 are left without a fault while somebody writes them, or passed over', async () => {
    put('grown.csv', '.draft');
    const writer = setInterval(() => appendFileSync(join(dir, 'in/grown.csv'), 'x'), 5);
    const inbox = { dir: join(dir, 'in'), settleMs: 60, providers: ['ESSO'] };
    const { ended, files } = await run({ night: { inbox } }).finally(() => clearInterval(writer));
    expect(ended).toBe(0);
    expect(files).toEqual([
      '.draft passed_over: It has the name of a draft or a lock; it is imported once it is renamed.',
      'grown.csv left: grown.csv is still being written; the next run takes it.',
    ]);
  });
});

describe('TXN-13 what else a night leaves', () => {
  it('TXN-13 are its metrics, and a trouble if they can’t be written', async () => {
    const good = await run({ night: { metrics: join(dir, 'night.prom') } });
    expect(good.ended).toBe(0);
    expect(readFileSync(join(dir, 'night.prom'), 'utf8')).toMatch(/exit_code\{.*\} 0$/m);
    put('a.csv');
    const bad = await run({
      night: { metrics: join(dir, 'none/night.prom') },
      ends: [imported('a')],
    });
    expect(bad.ended).toMatchObject({ exitCode: 1, code: 'not_written' });
    expect(bad.warnings).toEqual([
      `forecourt: The metrics file could not be written: There is no such file or folder: ${dir}/none/night.prom`,
    ]);
  });

  it('TXN-13 are missing and short deliveries, with exit code 6', async () => {
    put('a.csv');
    const short = await run({ night: { calendar: [DAILY] }, ends: [imported('a')] });
    expect([short.ended, short.report.deliveries]).toMatchObject([
      6,
      { short: [{ provider: 'ESSO', file: 'a.csv', rows: 1, leastRows: 5 }] },
    ]);
    expect(readdirSync(join(dir, 'journal/deliveries'))).toHaveLength(1);
    rmSync(join(dir, 'journal'), { recursive: true });
    writeFileSync(join(dir, 'journal'), '');
    const { ended, warnings } = await run({ night: { calendar: [{ ...DAILY, leastRows: 0 }] } });
    expect(ended).toMatchObject({ exitCode: 1, code: 'not_written' });
    expect(warnings).toEqual([
      expect.stringMatching(/^forecourt: The list of deliveries could not be written: .*journal/),
    ]);
  });

  it('TXN-13 is what its command said, in the report and on the terminal', async () => {
    const hook = (command: string) => ({ night: { hook: { command, timeoutMs: 60_000 } } });
    const good = await run(
      hook('test "$FORECOURT_EXIT_CODE" = 0 && test -f "$FORECOURT_REPORT_HTML"'),
    );
    expect([good.ended, good.warnings, good.report.onFinish]).toEqual([
      ...[0, [], { ok: true, message: 'Done.' }],
    ]);
    const bad = await run(hook('echo "$FORECOURT_REPORT"; exit 3'));
    expect([bad.ended, bad.report.onFinish?.ok]).toEqual([0, false]);
    const [warning = ''] = bad.warnings;
    const [, path = ''] = /^forecourt: --on-finish ended with 3: (.*)$/.exec(warning) ?? [];
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(bad.report);
    expect((await run({})).report).not.toHaveProperty('onFinish');
  });
});
