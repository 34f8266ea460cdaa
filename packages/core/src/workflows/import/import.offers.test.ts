import { describe, expect, it } from 'vitest';
import { settled } from '../scripted.test-kit.ts';
import {
  asked,
  fileNamed,
  lost,
  refusal,
  reportOf,
  type StartedImport,
  sentOf,
  startImport,
  unattended,
  untilSending,
} from './import.test-kit.ts';

/** Returns the step, the allowed commands, and the names of the needs. */
const offered = ({ run: { view } }: StartedImport): string => {
  const commands = Object.entries(view.commands).filter(([, { allowed }]) => allowed);
  const needs = 'needs' in view ? view.needs.map(({ name }) => name) : [];
  return [
    `${view.status === 'pending' ? view.step : view.status}:`,
    ...commands.map(([name]) => name).sort(),
    ...(needs.length > 0 ? [`(${needs.join(' ')})`] : []),
  ].join(' ');
};

const GUARD = { rule: 'FILE-TOTALS', message: 'The totals of the file are not verified.' };

const checked = async (change: Parameters<typeof reportOf>[0] = {}) => {
  const started = startImport();
  started.choose();
  await started.submit();
  await started.check.last().resolve(reportOf(change));
  return started;
};

const sending = async () => {
  const started = unattended();
  await untilSending(started);
  return started;
};

describe('the commands and questions of an import', () => {
  it.each<[string, () => Promise<StartedImport> | StartedImport, string]>([
    ['empty', () => startImport(), 'collecting: cancel (provider file)'],
    [
      'with a provider only',
      () => {
        const started = startImport();
        started.answer('provider', 'ESSO');
        return started;
      },
      'collecting: cancel (provider file)',
    ],
    [
      'with an unknown provider',
      () => {
        const started = startImport();
        started.choose('NOBODY');
        return started;
      },
      'collecting: cancel (provider file)',
    ],
    [
      'with provider and file',
      () => {
        const started = startImport();
        started.choose();
        return started;
      },
      'collecting: cancel submit (provider file)',
    ],
    [
      'in its check',
      async () => {
        const started = startImport();
        started.choose();
        await started.submit();
        return started;
      },
      'checking: cancel',
    ],
    ['checked', checked, 'reviewing: cancel restart submit (provider file)'],
    [
      'checked, with an error',
      () => checked({ ok: false, errors: 1 }),
      'reviewing: cancel restart (provider file)',
    ],
    [
      'checked, with nothing to import',
      () => checked({ ok: false, rows: 0, acceptedRows: 0, lines: 0 }),
      'reviewing: cancel restart (provider file)',
    ],
    [
      'checked, with something to accept',
      () => checked({ ok: false, guards: [GUARD] as never }),
      'reviewing: cancel restart (provider file guards reason)',
    ],
    ['being sent', sending, 'sending: cancel'],
    [
      'refused',
      async () => {
        const started = await sending();
        await started.send.last().reject(refusal(422));
        return started;
      },
      'failed: cancel restart retry (provider file)',
    ],
    [
      'without an answer',
      async () => {
        const started = await sending();
        await started.send.last().reject(lost());
        return started;
      },
      'resolving: cancel',
    ],
    [
      'perhaps done',
      async () => {
        const started = await sending();
        await started.send.last().reject(lost());
        await settled();
        await asked(started, 60, () => lost());
        return started;
      },
      'failed: restart retry',
    ],
    [
      'done',
      async () => {
        const started = await sending();
        await started.send.last().resolve(sentOf(started.send.last().args[0].key));
        return started;
      },
      'done: restart',
    ],
  ])('TXN-04 TXN-12 TXN-13 %s', async (_title, start, expected) => {
    expect(offered(await start())).toBe(expected);
  });

  it('TXN-04 asks for the provider and for a workbook of at most 100 MB', () => {
    const started = startImport({ providers: [{ key: 'ESSO', value: 'Esso' }] });
    const needs = () => ('needs' in started.run.view ? started.run.view.needs : []);
    expect(needs()).toEqual([
      {
        kind: 'choice',
        name: 'provider',
        label: 'File type',
        required: true,
        options: [{ key: 'ESSO', value: 'Esso' }],
        answered: false,
        issues: [],
      },
      {
        kind: 'file',
        name: 'file',
        label: 'File',
        required: true,
        accept: ['.xls', '.xlsx'],
        maxBytes: 104_857_600,
        answered: false,
        issues: [],
      },
    ]);
    started.answer('provider', 'NOBODY');
    expect(needs()[0]).toMatchObject({
      value: 'NOBODY',
      answered: false,
      issues: [{ code: 'unknown_choice', message: 'NOBODY is not one of ESSO.' }],
    });
    started.answer('provider', 'ESSO');
    started.answer('file', fileNamed('esso.xlsx'));
    expect(needs()).toMatchObject([
      { answered: true, issues: [], value: 'ESSO' },
      { answered: true, issues: [], value: { name: 'esso.xlsx', size: 4 } },
    ]);
  });

  it.each([
    [
      { errors: 1 },
      'check_failed',
      'The file has 1 error. Correct it and check the file again; nothing was sent.',
    ],
    [
      { errors: 2 },
      'check_failed',
      'The file has 2 errors. Correct them and check the file again; nothing was sent.',
    ],
    [
      { rows: 0, acceptedRows: 0, lines: 0 },
      'no_rows',
      'The file has no row to import. Choose another one.',
    ],
    [
      { guards: [GUARD] as never },
      'not_accepted',
      'Accept what the check could not verify, or choose another file; nothing was sent.',
    ],
  ])('TXN-12 TXN-13 says why a file with %j is not sent', async (change, code, message) => {
    const { commands } = (await checked({ ok: false, ...change })).run.view;
    expect(commands.submit).toMatchObject({ allowed: false, reason: { code, message } });
  });

  it('TXN-12 accepts guards once all are ticked, with a reason of at most 500 characters', async () => {
    const started = await checked({ ok: false, guards: [GUARD] as never });
    const accept = () => started.run.view.commands.accept;
    const need = (name: string) =>
      'needs' in started.run.view
        ? started.run.view.needs.find((one) => one.name === name)
        : undefined;
    expect(accept()).toMatchObject({
      allowed: false,
      reason: {
        code: 'incomplete',
        message: 'Look each of them up, tick it, and say why it is right.',
      },
    });
    expect(need('guards')).toMatchObject({
      kind: 'flags',
      label: 'Looked at and right',
      required: true,
      options: [{ key: 'FILE-TOTALS', value: 'The totals of the file are not verified.' }],
      answered: false,
    });
    started.answer('guards', { 'FILE-TOTALS': true });
    expect([need('guards')?.answered, accept().allowed]).toEqual([true, false]);
    started.answer('reason', '   ');
    expect([need('reason')?.answered, accept().allowed]).toEqual([false, false]);
    started.answer('reason', 'x'.repeat(501));
    expect(need('reason')).toMatchObject({
      label: 'Why the file is right',
      answered: false,
      issues: [{ code: 'too_long', message: 'Say it in 500 characters at most.' }],
    });
    expect(accept().allowed).toBe(false);
    started.answer('reason', 'x'.repeat(500));
    expect(need('reason')).toMatchObject({ answered: true, issues: [] });
    expect(accept().allowed).toBe(true);
  });
});
