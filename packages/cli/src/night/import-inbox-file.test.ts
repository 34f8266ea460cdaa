import { describe, expect, it } from 'vitest';
import { CommandError } from '../command-error.ts';
import type { Crashes } from '../crashes.ts';
import type { ImportRun } from '../imports/import-file.ts';
import { importInboxFile, leftOut, passedOver } from './import-inbox-file.ts';
import type { Arrival } from './inbox.ts';

const ARRIVAL: Arrival = {
  ...{ path: '/nowhere/ESSO/a.xlsx', name: 'ESSO/a.xlsx', provider: 'ESSO', bytes: 4 },
  arrivedAt: new Date('2026-11-20T01:00:00Z'),
};
const REFUSED = new CommandError(5, 'check_failed', 'It was refused');

/** Takes a file whose import ends like this, or fails with this error. */
const take = async (ended: object, arrival: Partial<Arrival> = {}, dir = '/in') => {
  const done: [number, string][] = [];
  const crashes = {
    async contain() {
      if (ended instanceof Error) throw ended;
      return ended;
    },
  } as unknown as Crashes;
  const { file } = await importInboxFile(
    {} as ImportRun,
    { ...ARRIVAL, ...arrival },
    {
      ...{ inbox: { dir, settleMs: 0, providers: [] }, crashes },
      onDone: (blob, how) => done.push([blob.size, how]),
    },
  );
  return { done, file };
};
const fileOf = async (...given: Parameters<typeof take>) => (await take(...given)).file;
const failing = (exitCode: CommandError['exitCode'], code: string) => ({
  end: { error: new CommandError(exitCode, code, 'No.') },
});

const RECORD = {
  ...{ key: 'k', provider: 'Pipeline', imported: 7, duplicates: 2, rejected: 1 },
  ...{ at: '2026-11-20T02:00:00.000Z', result: '/results/a.csv', exceptions: 3 },
};

describe('TXN-13 the state of a file', () => {
  it.each([
    [failing(5, 'unrecognised'), 'unrecognised'],
    [failing(8, 'in_use'), 'in_use'],
    [failing(5, 'rate_file'), 'set_aside'],
    [failing(5, 'empty_file'), 'set_aside'],
    [failing(5, 'encrypted_file'), 'set_aside'],
    [failing(5, 'unsupported_kind'), 'set_aside'],
    [failing(5, 'web_page'), 'set_aside'],
    [failing(5, 'check_failed'), 'rejected'],
    [failing(8, 'outcome_unknown'), 'unknown'],
    [failing(130, 'interrupted'), 'left'],
    [failing(7, 'network'), 'failed'],
    [{ end: { output: { reason: 'dry_run', report: { ok: true } } } }, 'checked'],
    [{ end: { output: { reason: 'dry_run', report: { ok: false } } } }, 'rejected'],
    [{ end: { output: { settled: true, sent: true } } }, 'settled'],
    [{ end: { output: { sent: true } } }, 'imported'],
    [{ end: { output: {} } }, 'already_imported'],
    [{ end: {} }, 'already_imported'],
  ])('TXN-13 after %j is %s', async (ended, state) => {
    expect((await fileOf(ended)).state).toBe(state);
  });

  it('TXN-13 is passed over, or left until the next run', () => {
    const fault = passedOver({ arrival: ARRIVAL, why: 'It is a link.', isFault: true });
    expect(fault.file).toMatchObject({
      ...{ state: 'passed_over', exitCode: 5, message: 'It is a link.', name: 'ESSO/a.xlsx' },
    });
    const draft = passedOver({ arrival: ARRIVAL, why: 'It is a draft.', isFault: false });
    expect(draft.file).toMatchObject({ state: 'passed_over', exitCode: 0 });
    const left = leftOut(ARRIVAL, REFUSED);
    expect(left.file).toMatchObject({
      ...{ state: 'left', exitCode: 5, message: 'It was refused.', provider: 'ESSO' },
    });
    expect(left.end).toEqual({ report: undefined, output: undefined, error: REFUSED });
  });
});

describe('TXN-13 an import that fails', () => {
  it('TXN-13 never ends the night, and keeps what was entered', async () => {
    const disk = Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', path: '/in/a' });
    const { done, file } = await take(disk);
    expect(file).toMatchObject({
      ...{ state: 'failed', exitCode: 1, message: 'The disk is full: /in/a.', key: undefined },
    });
    expect(done).toEqual([[0, 'The disk is full: /in/a']]);
    expect(await fileOf({ end: { error: REFUSED, entered: RECORD } })).toMatchObject({
      ...{ key: 'k', provider: 'Pipeline', importedAt: '2026-11-20T02:00:00.000Z' },
      result: '/results/a.csv',
    });
  });

  it('TXN-13 rejects a file only for what is wrong with the file', async () => {
    const named = (name: string, code: string) =>
      fileOf(Object.assign(new Error('It is no use.'), { name, code }));
    expect(await named('ProviderFileError', 'damaged_file')).toMatchObject({
      ...{ state: 'rejected', exitCode: 5, message: 'It is no use.' },
    });
    expect(await named('Error', 'damaged_file')).toMatchObject({ state: 'failed', exitCode: 1 });
  });

  it('TXN-13 that nothing contains is one too', async () => {
    const { file } = await importInboxFile({} as ImportRun, ARRIVAL, {
      ...{ inbox: { dir: '/in', settleMs: 0, providers: [] }, crashes: undefined },
      onDone: () => undefined,
    });
    expect(file).toMatchObject({
      ...{ state: 'failed', exitCode: 1, name: 'ESSO/a.xlsx', provider: 'ESSO' },
      message: 'There is no such file or folder: /nowhere/ESSO/a.xlsx.',
    });
  });

  it.each([
    ['It was refused', undefined, 'It was refused.'],
    ['It was refused!', 'First\nSecond.', 'It was refused! First. Second.'],
    ['Is it (really?)', 'Look:', 'Is it (really?) Look:'],
    ['a;', 'b (c)', 'a; b (c).'],
  ])('TXN-13 says %j and %j in sentences', async (message, detail, text) => {
    const error = new CommandError(5, 'check_failed', message, { detail });
    expect((await fileOf({ end: { error } })).message).toBe(text);
  });
});

describe('TXN-13 a file that was imported', () => {
  const output = { sent: true, message: 'Imported.', record: RECORD };

  it('TXN-13 has its rows, times and results', async () => {
    const blob = new Blob(['rows']);
    const rows = { amounts: { entered: [], duplicates: [], rejected: [] }, refused: [] };
    const { done, file } = await take({
      end: { output, preflight: { keptOut: { rows: 4, path: '/kept.csv' } } },
      ...{ blob, rows, provider: 'ESSO', kept: { unknown: 1, ambiguous: 0 } },
    });
    expect(file).toEqual({
      ...{ name: 'ESSO/a.xlsx', provider: 'Pipeline', state: 'imported', exitCode: 6, key: 'k' },
      ...{ message: 'Imported.', arrivedAt: '2026-11-20T01:00:00.000Z' },
      ...{ importedAt: '2026-11-20T02:00:00.000Z', exceptions: 3, errors: 0, amounts: [] },
      rows: { imported: 7, duplicates: 2, rejected: 1, keptOut: 4 },
      outcome: { entered: [], duplicates: [], rejected: [] },
      faults: { first: [], more: 1 },
      warnings: { total: 0, first: [], rules: {} },
      withoutCompany: { unknown: 1, ambiguous: 0 },
      ignored: { columns: [], rows: [], sheets: [] },
      ...{ taxTables: [], result: '/results/a.csv', keptOut: '/kept.csv', movedTo: undefined },
    });
    expect(done).toEqual([[4, '7 rows imported · 2 duplicates · 1 row rejected · 3 exceptions']]);
  });

  it('TXN-13 has the amounts and the provider of its check', async () => {
    const report = { provider: 'Comdata', totals: [{ currency: 'CAD' }], errors: 2, issues: [] };
    const checked = { ...report, taxTables: [{ name: 'CA' }] };
    const file = await fileOf({ end: { report: checked, error: REFUSED }, provider: 'ESSO' });
    expect(file).toMatchObject({
      ...{ provider: 'Comdata', amounts: [{ currency: 'CAD' }], errors: 2 },
      ...{ taxTables: [{ name: 'CA' }], rows: undefined, outcome: undefined },
    });
    expect((await fileOf({ end: { error: REFUSED }, provider: 'TAPetro' })).provider).toBe(
      'TAPetro',
    );
  });

  it('TXN-13 has unknown amounts, the result of this run and its time, if nothing else is known', async () => {
    const { at: _, exceptions: __, ...record } = RECORD;
    const now = { ...output, record, result: { location: '/new.csv' } };
    const file = await fileOf({ end: { output: now }, rows: { amounts: undefined, refused: [] } });
    expect(file).toMatchObject({ outcome: null, result: '/new.csv' });
    expect(file).not.toHaveProperty('exceptions');
    expect(file).not.toHaveProperty('withoutCompany');
    expect(file.rows).toMatchObject({ keptOut: 0 });
    expect(file.importedAt).toMatch(/^20\d\d-.*Z$/);
    const before = await fileOf({ end: { output: { ...now, sent: false } } });
    expect(before.importedAt).toBeUndefined();
    expect((await fileOf({ end: {} })).message).toBe('');
  });

  it.each([
    [{ lost: true }, 'lost'],
    [{ record: { ...RECORD, unverified: true } }, 'not_verified'],
    [{}, undefined],
  ])('TXN-13 with %j is verified: %s', async (more, verification) => {
    const file = await fileOf({ end: { output: { ...output, ...more } } });
    expect(file.verification).toBe(verification);
    if (verification === undefined) expect(file).not.toHaveProperty('verification');
  });
});

describe('TXN-13 a file whose content was imported before', () => {
  const rows = { amounts: { entered: [], duplicates: [], rejected: [] }, refused: [] };
  const before = (from: string | undefined, sent = false) =>
    fileOf({ end: { output: { sent, record: RECORD }, from }, rows });

  it.each([
    ['/in', false],
    ['/in/ESSO', false],
    [undefined, false],
    ['/inbox', true],
    ['/other', true],
  ])('TXN-13 in %s: elsewhere: %s', async (from, elsewhere) => {
    const file = await before(from);
    expect(file.elsewhere ?? false).toBe(elsewhere);
    expect(file.rows === undefined).toBe(elsewhere);
    expect(file.outcome === undefined).toBe(elsewhere);
    expect('exceptions' in file).toBe(!elsewhere);
    expect('elsewhere' in file).toBe(elsewhere);
  });

  it('TXN-13 elsewhere is its own if it is sent again', async () => {
    const file = await before('/other', true);
    expect(file).toMatchObject({ state: 'imported', rows: { imported: 7 } });
    expect(file).not.toHaveProperty('elsewhere');
  });

  it('TXN-13 has no card number in its name', async () => {
    const file = await fileOf({ end: {} }, { name: 'ESSO/7076850000000128.xlsx' });
    expect(file.name).toMatch(/^ESSO\/\D*0128\.xlsx$/);
  });
});
