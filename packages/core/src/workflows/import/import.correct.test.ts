import { describe, expect, it } from 'vitest';
import { ProviderFileError } from '../../provider-files/provider-file-error.ts';
import type { ProviderFile } from '../../provider-files/types.ts';
import type { Correction } from '../../provider-files/writing/correct-file.ts';
import { hasUnsaved } from '../commands.ts';
import { settled } from '../scripted.test-kit.ts';
import {
  fileNamed,
  recordOf,
  reportOf,
  SHA,
  sentOf,
  startImport,
  stepsOf,
} from './import.test-kit.ts';
import { importKey } from './import-key.ts';

const made = (corrections: readonly Correction[]) =>
  corrections.map(({ cell, to }) => ({
    ...{ sheet: 'Sheet1', row: 4, column: 'AMT', cell, from: '907.02', to },
  }));

const correct = async (file: ProviderFile, corrections: readonly Correction[]) => ({
  file: { name: `${file.name}.corrected.xlsx`, blob: new Blob([JSON.stringify(corrections)]) },
  kind: 'xlsx' as const,
  corrections: made(corrections),
});

/** Returns an import whose check found an error. */
async function faultyImport(ports: Parameters<typeof startImport>[1] = { correct }) {
  const started = startImport({}, ports);
  started.choose();
  await started.submit();
  await started.check.last().resolve(reportOf({ ok: false, errors: 1 }));
  const send = async (corrections: readonly Correction[]) => {
    started.run.send({ type: 'correct', corrections });
    await settled();
  };
  return { ...started, correctCells: send };
}

describe('correcting a file in place', () => {
  it('TXN-12 checks the corrected copy at once, and sends it with each correction', async () => {
    const { run, views, check, find, send, correctCells } = await faultyImport();
    await correctCells([{ cell: 'Z4', to: '906.66' }]);
    expect(check.last().args[0].name).toBe('esso.xlsx.corrected.xlsx');
    await check.last().resolve(reportOf());
    expect(run.view.data.corrected).toMatchObject({
      name: 'esso.xlsx.corrected.xlsx',
      original: SHA,
      corrections: [{ cell: 'Z4', from: '907.02', to: '906.66' }],
    });
    run.send({ type: 'submit' });
    await settled();
    await find.last().resolve(undefined);
    const [request] = send.last().args;
    expect(request.file.name).toBe('esso.xlsx.corrected.xlsx');
    expect(request.fields).toEqual([
      ['corrected_from', SHA],
      ['corrected_name', 'esso.xlsx'],
      [
        'correction',
        '{"sheet":"Sheet1","row":4,"column":"AMT","cell":"Z4","from":"907.02","to":"906.66"}',
      ],
    ]);
    await send.last().resolve(sentOf(request.key));
    expect(stepsOf(views)).toEqual([
      ...['collecting', 'checking', 'reviewing', 'correcting', 'checking', 'reviewing'],
      ...['looking', 'sending', 'done'],
    ]);
  });

  it('TXN-12 TXN-15 sends the corrected copy once a guard of it is accepted', async () => {
    const { run, check, find, send, correctCells } = await faultyImport();
    await correctCells([{ cell: 'Z4', to: '906.66' }]);
    const guard = { rule: 'TAX-UNVERIFIED', message: 'differs', fix: 'Look it up.', errors: 1 };
    await check.last().resolve(reportOf({ ok: false, errors: 1, guards: [guard] }));
    run.send({ type: 'field.changed', name: 'guards', value: ['TAX-UNVERIFIED'] });
    run.send({ type: 'field.changed', name: 'reason', value: 'bulletin of 2026-11-20' });
    run.send({ type: 'accept' });
    await settled();
    expect(check.last().args[0].name).toBe('esso.xlsx.corrected.xlsx');
    await check.last().resolve(reportOf({ accepted: ['TAX-UNVERIFIED'] }));
    run.send({ type: 'submit' });
    await settled();
    await find.last().resolve(undefined);
    expect(send.last().args[0].file.name).toBe('esso.xlsx.corrected.xlsx');
  });

  it('TXN-15 asks again for guards of the corrected copy that were ticked for the file before', async () => {
    const { run, answer, check, correctCells } = await faultyImport();
    const guard = { rule: 'TAX-UNVERIFIED', message: 'differs', fix: 'Look it up.', errors: 1 };
    const guarded = reportOf({ ok: false, errors: 1, guards: [guard] });
    await correctCells([{ cell: 'Z4', to: '1' }]);
    await check.last().resolve(guarded);
    answer('guards', ['TAX-UNVERIFIED']);
    answer('reason', 'bulletin of 2026-11-20');
    expect(run.view.commands.accept.allowed).toBe(true);
    await correctCells([{ cell: 'Z4', to: '2' }]);
    await check.last().resolve(guarded);
    expect(run.view.commands.accept.allowed).toBe(false);
    expect(run.view).toMatchObject({
      step: 'reviewing',
      needs: expect.arrayContaining([
        expect.objectContaining({ name: 'guards', answered: false, value: {} }),
      ]),
    });
  });

  it('TXN-13 gives a corrected copy the key of its own content, however it came to be', async () => {
    const { run, check, find, correctCells } = await faultyImport();
    await correctCells([{ cell: 'Z4', to: '906.66' }]);
    await check.last().resolve(reportOf());
    run.send({ type: 'submit' });
    await settled();
    const plain = importKey({ sha256: SHA, provider: 'ESSO', account: '10' });
    expect(find.last().args[0]).toBe(plain);
    await find.last().resolve(recordOf(plain));
    expect(run.view.status === 'done' && run.view.output.reason).toBe('already_imported');
  });

  it('adds to earlier corrections, and the latest one of a cell counts', async () => {
    const { run, check, correctCells } = await faultyImport();
    await correctCells([{ cell: 'Z4', to: '1' }]);
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    await correctCells([
      { cell: 'B5', to: '2' },
      { cell: 'Z4', to: '3' },
    ]);
    await check.last().resolve(reportOf());
    expect(run.view.data.corrected?.corrections.map(({ cell, to }) => `${cell}=${to}`)).toEqual([
      'B5=2',
      'Z4=3',
    ]);
    run.send({ type: 'uncorrect' });
    await settled();
    expect(check.last().args[0].name).toBe('esso.xlsx');
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    expect(run.view.data.corrected).toBeUndefined();
  });

  it('TXN-12 drops a single correction and keeps the others; without any left, the original is checked', async () => {
    const { run, check, correctCells } = await faultyImport();
    await correctCells([
      { sheet: 'Sheet1', cell: 'Z4', to: '1' },
      { sheet: 'Sheet1', cell: 'B5', to: '2' },
    ]);
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    // Without a sheet it is the cell of the first one.
    run.send({ type: 'uncorrect', cells: [{ cell: 'Z4' }] });
    await settled();
    expect(run.view).toMatchObject({ step: 'checking' });
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    expect(run.view.data.corrected?.corrections.map(({ cell, to }) => `${cell}=${to}`)).toEqual([
      'B5=2',
    ]);
    run.send({ type: 'uncorrect', cells: [{ sheet: 'Sheet2', cell: 'B5' }] });
    await settled();
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    expect(run.view.data.corrected?.corrections).toHaveLength(1);
    run.send({ type: 'uncorrect', cells: [{ sheet: 'Sheet1', cell: 'B5' }] });
    await settled();
    expect(check.last().args[0].name).toBe('esso.xlsx');
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    expect(run.view.data.corrected).toBeUndefined();
  });

  it('FORM-01 would lose what is only typed, and keeps it when another cell is corrected or the copy can’t be made', async () => {
    const { run, check, correctCells } = await faultyImport();
    const kept = () => [hasUnsaved(run.view), run.view.data.typed.map(({ cell }) => cell)];
    const typed = [
      { sheet: 'Sheet1', cell: 'Z4', to: '906.66' },
      { sheet: 'Sheet1', cell: 'D5', to: '1' },
    ];
    expect(kept()).toEqual([false, []]);
    run.send({ type: 'field.changed', name: 'corrections', value: typed });
    expect(run.view).toMatchObject({ step: 'reviewing' });
    expect(kept()).toEqual([true, ['Z4', 'D5']]);
    await correctCells(typed.slice(0, 1));
    await check.last().resolve(reportOf());
    expect(kept()).toEqual([true, ['D5']]);
    run.send({ type: 'field.changed', name: 'corrections', value: [] });
    expect(kept()).toEqual([true, []]);
    run.send({ type: 'uncorrect' });
    await settled();
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    expect(kept()).toEqual([false, []]);
    run.send({ type: 'field.changed', name: 'reason', value: 'Rebate of the year' });
    expect(kept()).toEqual([true, []]);
    run.send({ type: 'cancel' });
    expect(kept()).toEqual([false, []]);
  });

  it('FORM-01 keeps what is typed anew for a corrected cell while another cell gets the same value', async () => {
    const { run, check, correctCells } = await faultyImport();
    await correctCells([{ cell: 'Z4', to: '906.66' }]);
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    const typed = [
      { sheet: 'Sheet1', cell: 'Z4', to: '882.37' },
      { sheet: 'Sheet1', cell: 'Z5', to: '882.37' },
    ];
    run.send({ type: 'field.changed', name: 'corrections', value: typed });
    await correctCells(typed.slice(1));
    await check.last().resolve(reportOf({ ok: false, errors: 1 }));
    expect(run.view.data.typed).toEqual([{ sheet: 'Sheet1', cell: 'Z4', to: '882.37' }]);
    expect(run.view.data.corrected?.corrections.map(({ cell, to }) => `${cell}=${to}`)).toEqual([
      'Z4=906.66',
      'Z5=882.37',
    ]);
  });

  it('keeps the checked file and says why, if a cell can’t be corrected', async () => {
    const { run, correctCells } = await faultyImport({
      correct: async () => {
        throw new ProviderFileError('bad_correction', 'There is no row 999.', { file: 'a.xlsx' });
      },
    });
    await correctCells([{ cell: 'Z999', to: '1' }]);
    expect(run.view).toMatchObject({
      status: 'pending',
      step: 'reviewing',
      data: {
        corrected: undefined,
        correctionIssue: { code: 'bad_correction', message: 'There is no row 999.' },
        report: { errors: 1 },
      },
    });
  });

  it('forgets corrections when another file is chosen', async () => {
    const { run, answer, check, submit, correctCells } = await faultyImport();
    await correctCells([{ cell: 'Z4', to: '1' }]);
    await check.last().resolve(reportOf());
    answer('file', fileNamed('other.xlsx'));
    await submit();
    expect(check.last().args[0].name).toBe('other.xlsx');
    expect(run.view.data.corrected).toBeUndefined();
  });

  it('offers nothing where the platform can’t make copies', async () => {
    const { run } = await faultyImport({});
    expect(run.view.commands.correct.allowed).toBe(false);
    run.send({ type: 'correct', corrections: [{ cell: 'Z4', to: '1' }] });
    expect(run.view).toMatchObject({ step: 'reviewing' });
  });
});

describe('recognising the provider', () => {
  const recognising = (recognise: () => Promise<string | undefined>) =>
    startImport({}, { recognise });

  it('TXN-04 shows the file’s provider and checks at once', async () => {
    const { run, views, answer, check } = recognising(async () => 'Suncore');
    answer('file', fileNamed('november.xlsx'));
    run.send({ type: 'submit' });
    await settled();
    expect(check.last().args[1]).toBe('Suncore');
    await check.last().resolve(reportOf());
    expect(run.view.data).toMatchObject({ provider: 'Suncore', recognised: true });
    expect(stepsOf(views)).toEqual(['collecting', 'recognising', 'checking', 'reviewing']);
  });

  it('TXN-04 lets it be changed, and recognises the next file anew', async () => {
    const found = ['Suncore', 'ESSO'];
    const { run, answer } = recognising(async () => found.shift());
    answer('file', fileNamed('a.xlsx'));
    await settled();
    answer('provider', 'Pipeline');
    expect(run.view.data).toMatchObject({ provider: 'Pipeline', recognised: false });
    answer('file', fileNamed('b.xlsx'));
    await settled();
    expect(run.view.data.provider).toBe('Pipeline');
  });

  it('TXN-04 recognises the next file if nobody chose', async () => {
    const found = ['Suncore', 'ESSO'];
    const { run, answer } = recognising(async () => found.shift());
    answer('file', fileNamed('a.xlsx'));
    await settled();
    answer('file', fileNamed('b.xlsx'));
    await settled();
    expect(run.view.data.provider).toBe('ESSO');
  });

  it.each([
    ['nothing is recognised', async () => undefined],
    ['a provider that isn’t offered is', async () => 'Shell'],
    ['the file can’t be read', () => Promise.reject(new Error('cut off'))],
  ])('TXN-04 asks for it if %s', async (_, recognise) => {
    const { run, answer } = recognising(recognise as () => Promise<string | undefined>);
    answer('file', fileNamed('a.xlsx'));
    run.send({ type: 'submit' });
    await settled();
    expect(run.view).toMatchObject({ status: 'pending', step: 'collecting' });
    expect(run.view.commands.submit.allowed).toBe(false);
  });
});
