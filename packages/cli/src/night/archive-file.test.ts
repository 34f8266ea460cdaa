import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../command-error.ts';
import { archiveFile } from './archive-file.ts';
import type { Taken } from './import-inbox-file.ts';
import type { FileState } from './night.types.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-archive-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const NAME = 'daily 7076850000000128.xlsx';

const taken = (state: FileState, end: object = {}): Taken => {
  writeFileSync(join(dir, NAME), 'rows');
  return {
    arrival: { path: join(dir, NAME), name: NAME, provider: 'ESSO', bytes: 4 },
    end: { report: undefined, output: undefined, ...end },
    file: { name: 'daily.xlsx', provider: 'ESSO', state, exitCode: 0, message: 'So it went.' },
  } as unknown as Taken;
};
const archived = (of: Taken) => archiveFile({ dir, settleMs: 0, providers: [] }, of);
const isIn = (folder: string, name = NAME) => existsSync(join(dir, folder, name));

describe('TXN-13 a file whose outcome is known', () => {
  it.each<[FileState, string, boolean]>([
    ['imported', 'done', false],
    ['settled', 'done', false],
    ['already_imported', 'done', false],
    ['rejected', 'rejected', true],
    ['set_aside', 'set-aside', true],
  ])('TXN-13 that is %s goes to %s; with a report: %s', async (state, folder, hasReport) => {
    const file = await archived(taken(state));
    expect(file.movedTo).toMatch(new RegExp(`^${folder}/daily .*0128\\.xlsx$`));
    expect(file.movedTo).not.toContain('7076850000000128');
    expect(file).toMatchObject({ state, exitCode: 0, message: 'So it went.' });
    expect([isIn('', NAME), isIn(folder)]).toEqual([false, true]);
    expect(isIn(folder, `${NAME}.report.json`)).toBe(hasReport);
  });

  it.each<FileState>(['left', 'in_use', 'failed', 'unknown', 'unrecognised', 'checked'])(
    'TXN-13 stays if it is %s',
    async (state) => {
      const of = taken(state);
      expect(await archived(of)).toBe(of.file);
      expect(isIn('')).toBe(true);
    },
  );

  it('TXN-13 has a report of its check, with masked card numbers', async () => {
    const issues = [{ rule: 'TXN-DATE', value: '7076850000000128' }];
    const report = { rows: 12, errors: 1, warnings: 3, issues };
    await archived(taken('rejected', { report, error: new CommandError(5, 'check_failed', '') }));
    const text = readFileSync(join(dir, 'rejected', `${NAME}.report.json`), 'utf8');
    expect(text).toMatch(/^\{\n {2}"file": "daily\.xlsx",\n[\s\S]*\n\}\n$/);
    expect(JSON.parse(text)).toEqual({
      ...{ file: 'daily.xlsx', provider: 'ESSO', code: 'check_failed', message: 'So it went.' },
      ...{ rows: 12, errors: 1, warnings: 3 },
      issues: [{ rule: 'TXN-DATE', value: expect.stringMatching(/^\D*0128$/) }],
    });
    writeFileSync(join(dir, NAME), 'rows');
    await archived(taken('rejected'));
    const second = readFileSync(
      join(dir, 'rejected', 'daily 7076850000000128 (2).xlsx.report.json'),
      'utf8',
    );
    expect(JSON.parse(second)).toEqual({
      ...{ file: 'daily.xlsx', provider: 'ESSO', message: 'So it went.', issues: [] },
    });
  });

  it('TXN-13 with rates comes with the command that uploads it from its new place', async () => {
    const error = new CommandError(5, 'rate_file', '', { rateProvider: 'ESSO' });
    const { message } = await archived(taken('set_aside', { error }));
    expect(message).toMatch(
      /^So it went\. Upload them: forecourt rates upload '.*\/set-aside\/daily .*' --provider ESSO$/,
    );
    const text = readFileSync(join(dir, 'set-aside', `${NAME}.report.json`), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ message, code: 'rate_file' });
  });

  it('TXN-13 stays with an error if it can’t be moved, unless a worse one is known', async () => {
    writeFileSync(join(dir, 'done'), '');
    const of = taken('imported');
    const file = await archived(of);
    expect(file.message).toMatch(/^So it went\. It could not be moved to done\/: .+$/);
    expect(file).toMatchObject({ state: 'imported', exitCode: 1 });
    expect(isIn('')).toBe(true);
    const worse = { ...of, file: { ...of.file, exitCode: 8 as const } };
    expect((await archived(worse)).exitCode).toBe(8);
  });
});
