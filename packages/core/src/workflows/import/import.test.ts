import { describe, expect, it } from 'vitest';
import { ProviderFileError } from '../../provider-files/provider-file-error.ts';
import { recordOf, reportOf, SHA, sentOf, startImport, stepsOf } from './import.test-kit.ts';
import type { ImportView } from './import.types.ts';
import { importKey } from './import-key.ts';

const KEY = importKey({ sha256: SHA, provider: 'ESSO', account: '10' });

const need = (view: ImportView, name: string) =>
  'needs' in view ? view.needs.find((candidate) => candidate.name === name) : undefined;

const refusalOf = (view: ImportView) =>
  view.commands.submit.allowed ? undefined : view.commands.submit.reason;

describe('importing a file', () => {
  it('TXN-04 TXN-12 chooses, checks, reviews, sends and is done', async () => {
    const { run, views, check, find, send, journal, choose, submit } = startImport();
    choose();
    await submit();
    check.last().args[2].onProgress(2);
    await check.last().resolve(reportOf({ warnings: 1 }));
    expect(run.view).toMatchObject({
      status: 'pending',
      step: 'reviewing',
      busy: false,
      commands: { submit: { allowed: true }, restart: { allowed: true } },
      data: { report: { warnings: 1 } },
    });
    await submit();
    await find.last().resolve(undefined);
    send.last().args[1].onProgress(4);
    await send.last().resolve(sentOf(KEY));
    expect(stepsOf(views)).toEqual([
      'collecting',
      'checking',
      'reviewing',
      'looking',
      'sending',
      'done',
    ]);
    expect(views.map((view) => view.data.progress).filter(Boolean)).toEqual([
      { phase: 'checking', rows: 0, bytes: 0 },
      { phase: 'checking', rows: 2, bytes: 0 },
      { phase: 'sending', rows: 3, bytes: 0 },
      { phase: 'sending', rows: 3, bytes: 4 },
    ]);
    expect(send.last().args[0]).toMatchObject({
      file: { name: 'esso.xlsx' },
      provider: 'ESSO',
      key: KEY,
      sha256: SHA,
    });
    expect(journal).toEqual(['planned', 'sent', 'reconciled']);
    expect(run.view).toMatchObject({
      status: 'done',
      output: {
        sent: true,
        reason: 'imported',
        message: 'Import transactions successfully!',
        record: { imported: 3 },
        result: { location: '/out/result.csv' },
        replayed: false,
      },
    });
  });

  it('TXN-04 requires both a file type and a file before it checks', async () => {
    const { run, check, answer, submit } = startImport();
    const incomplete = {
      code: 'incomplete',
      message: expect.stringContaining('both are required'),
    };
    expect(refusalOf(run.view)).toMatchObject(incomplete);
    answer('provider', 'ESSO');
    await submit();
    expect(refusalOf(run.view)).toMatchObject(incomplete);
    answer('provider', undefined);
    answer('file', { name: 'esso.xlsx', blob: new Blob(['rows']) });
    await submit();
    expect(refusalOf(run.view)).toMatchObject(incomplete);
    expect(check.calls).toHaveLength(0);
    answer('provider', 'SHELL');
    expect(need(run.view, 'provider')).toMatchObject({
      answered: false,
      issues: [{ message: 'SHELL is not one of ESSO, Suncore, Comdata, Pipeline, TAPetro.' }],
    });
    answer('provider', 'ESSO');
    expect(refusalOf(run.view)).toBeUndefined();
    expect(need(run.view, 'file')).toMatchObject({
      accept: ['.xls', '.xlsx'],
      value: { name: 'esso.xlsx', size: 4 },
      answered: true,
    });
    answer('file', 'esso.xlsx');
    expect(need(run.view, 'file')?.answered).toBe(false);
  });

  it('TXN-14 refuses to start without the right, with the reason', async () => {
    const { run, check, choose, submit } = startImport({}, { access: () => ({}) });
    choose();
    await submit();
    expect(refusalOf(run.view)).toMatchObject({
      code: 'missing_right',
      menu: 'transactions',
      right: 'create',
    });
    expect(run.view.data.import.allowed).toBe(false);
    expect(check.calls).toHaveLength(0);
  });

  it('TXN-12 stops after the check on a dry run, needs no right for it and sends nothing', async () => {
    const dry = startImport({ dryRun: true, unattended: true }, { access: () => undefined });
    const { run, views, check, find, choose, submit } = dry;
    choose();
    await submit();
    await check.last().resolve(reportOf({ ok: false, rows: 3, errors: 1, warnings: 2 }));
    expect(stepsOf(views)).toEqual(['collecting', 'checking', 'done']);
    expect(run.view).toMatchObject({
      output: {
        sent: false,
        reason: 'dry_run',
        message: '3 rows checked: 1 error, 2 warnings. Nothing was sent.',
        record: undefined,
        report: { ok: false },
      },
    });
    expect(find.calls).toHaveLength(0);
  });

  it.each([
    [{ ok: false, errors: 2 }, 'check_failed'],
    [{ ok: false, rows: 0, acceptedRows: 0 }, 'no_rows'],
  ])('TXN-12 does not send a file with the report %j, attended or not', async (change, code) => {
    for (const unattended of [false, true]) {
      const { run, check, find, choose, submit } = startImport({ unattended });
      choose();
      await submit();
      await check.last().resolve(reportOf(change));
      await submit();
      expect(run.view).toMatchObject({ status: 'pending', step: 'reviewing' });
      expect(refusalOf(run.view)?.code).toBe(code);
      expect(find.calls).toHaveLength(0);
    }
  });

  it('TXN-12 shows a refusal at the file, and continues with another one', async () => {
    const { run, views, check, choose, answer, submit } = startImport();
    choose();
    await submit();
    const message = 'esso.xlsx is a PDF; choose the .xls or .xlsx file.';
    await check
      .last()
      .reject(new ProviderFileError('unsupported_kind', message, { file: 'esso.xlsx' }));
    expect(need(run.view, 'file')).toMatchObject({
      answered: false,
      issues: [{ code: 'unsupported_kind', message }],
    });
    expect(refusalOf(run.view)).toMatchObject({ code: 'unsupported_kind', message });
    await submit();
    expect(check.calls).toHaveLength(1);
    answer('file', { name: 'other.xlsx', blob: new Blob(['rows']) });
    await submit();
    await check.last().resolve(reportOf());
    expect(stepsOf(views)).toEqual([
      'collecting',
      'checking',
      'collecting',
      'checking',
      'reviewing',
    ]);
  });

  it('fails when the check itself fails, and checks again on retry', async () => {
    const { run, check, choose, answer, submit } = startImport();
    choose();
    await submit();
    await check.last().reject(new Error('The worker stopped.'));
    expect(run.view).toMatchObject({
      status: 'failed',
      error: { code: 'unexpected', detail: 'The worker stopped.', outcome: 'none' },
    });
    run.send({ type: 'retry' });
    await check.last().reject(new Error('The worker stopped.'));
    answer('provider', 'Comdata');
    expect(run.view).toMatchObject({ step: 'collecting' });
    await submit();
    await check.last().resolve(reportOf());
    expect(run.view).toMatchObject({ step: 'reviewing' });
  });

  it('FORM-07 checks and sends once, however often it is submitted', async () => {
    const { run, check, find, send, choose, submit } = startImport();
    const twice = () => Promise.all([submit(), submit()]);
    choose();
    await twice();
    await check.last().resolve(reportOf());
    await twice();
    await find.last().resolve(undefined);
    await twice();
    await send.last().resolve(sentOf(KEY));
    await twice();
    expect([check, find, send].map(({ calls }) => calls.length)).toEqual([1, 1, 1]);
    expect(run.view.status).toBe('done');
  });

  it('FORM-08 TXN-13 reports failure if no row was accepted, and neither success nor failure of nothing new', async () => {
    const messages: unknown[] = [];
    for (const counts of [
      { imported: 0, rejected: 3 },
      { imported: 1, rejected: 2 },
      { imported: 0, duplicates: 3 },
      { imported: 0, duplicates: 1 },
      { imported: 1, duplicates: 2 },
      { imported: 0, duplicates: 0 },
    ]) {
      const { run, check, find, send, choose, submit } = startImport({ unattended: true });
      choose();
      await submit();
      await check.last().resolve(reportOf());
      await find.last().resolve(undefined);
      await send.last().resolve(sentOf(KEY, { record: recordOf(KEY, counts) }));
      messages.push(run.view.status === 'done' && run.view.output.message);
    }
    const success = 'Import transactions successfully!';
    expect(messages).toEqual([
      'Error while Importing transactions.',
      success,
      'Nothing new was entered: all 3 rows are already there.',
      'Nothing new was entered: the row is already there.',
      success,
      success,
    ]);
  });

  it('starts over with another file, after the report and after the end', async () => {
    const { run, check, find, send, choose, submit } = startImport();
    choose();
    await submit();
    await check.last().resolve(reportOf());
    run.send({ type: 'restart' });
    expect(run.view).toMatchObject({
      step: 'collecting',
      data: { provider: 'ESSO', file: undefined, report: undefined },
    });
    choose('Comdata');
    await submit();
    await check.last().resolve(reportOf());
    await submit();
    await find.last().resolve(undefined);
    await send.last().resolve(sentOf(send.last().args[0].key));
    expect(send.last().args[0].key).not.toBe(KEY);
    run.send({ type: 'restart' });
    expect(run.view).toMatchObject({ step: 'collecting', data: { key: undefined } });
  });

  it('drops the report when another file is chosen', async () => {
    const { run, check, choose, answer, submit } = startImport();
    choose();
    await submit();
    await check.last().resolve(reportOf());
    answer('provider', 'Pipeline');
    expect(run.view).toMatchObject({ step: 'collecting', data: { report: undefined } });
    expect(need(run.view, 'file')?.answered).toBe(true);
  });

  it('keeps the file out of every snapshot, which are plain JSON', async () => {
    const { run, check, find, send, choose, submit } = startImport({ unattended: true });
    const contexts: unknown[] = [];
    run.actor.subscribe(({ context }) => contexts.push(context));
    choose();
    await submit();
    await check.last().resolve(reportOf());
    await find.last().resolve(undefined);
    await send.last().resolve(sentOf(KEY));
    expect(contexts.length).toBeGreaterThan(5);
    for (const context of contexts) {
      expect(JSON.parse(JSON.stringify(context))).toEqual(context);
    }
  });
});

describe('the key of an import', () => {
  const parts = { sha256: SHA, provider: 'ESSO', account: '10' };

  it('TXN-13 is the same for the same content, provider and account, and for nothing else', () => {
    const keys = [
      parts,
      { ...parts, sha256: 'cd'.repeat(32) },
      { ...parts, provider: 'Comdata' },
      { ...parts, account: '11' },
      { ...parts, nonce: 'n' },
      { ...parts, fields: [['allow_repeat', '4']] as const },
      { ...parts, fields: [['allow_repeat', '5']] as const },
      { ...parts, provider: 'ESSO1', account: '0' },
    ].map(importKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(importKey({ ...parts })).toBe(keys[0]);
    expect(importKey({ ...parts, fields: [] })).toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});
