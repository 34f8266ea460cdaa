import { describe, expect, it } from 'vitest';
import { FULL_ACCESS } from '../../testing/fixtures.ts';
import { settled } from '../scripted.test-kit.ts';
import { recordOf, reportOf, SHA, sentOf, startImport, stepsOf } from './import.test-kit.ts';
import type { ImportView } from './import.types.ts';
import { importKey } from './import-key.ts';

const GUARD = {
  rule: 'TAX-UNVERIFIED',
  message: 'tax differs from a rate that nobody has verified',
  fix: 'Look it up, then accept it.',
  errors: 2,
};
const held = (guards = [GUARD]) => reportOf({ ok: false, acceptedRows: 1, errors: 2, guards });

const need = (view: ImportView, name: string) =>
  'needs' in view ? view.needs.find((candidate) => candidate.name === name) : undefined;

/** Returns a checked file that only guards hold back. */
async function heldImport(guards = [GUARD]) {
  const started = startImport();
  started.choose();
  await started.submit();
  await started.check.last().resolve(held(guards));
  const accept = async () => {
    started.run.send({ type: 'accept' });
    await settled();
  };
  return { ...started, accept };
}

describe('TXN-15 guards that hold a file back', () => {
  it('TXN-15 must be ticked one by one with a reason before anything is sent', async () => {
    const { run, answer, accept, check, submit, find } = await heldImport();
    expect(need(run.view, 'guards')).toMatchObject({
      kind: 'flags',
      required: true,
      answered: false,
      options: [
        { key: 'TAX-UNVERIFIED', value: 'tax differs from a rate that nobody has verified' },
      ],
    });
    expect(run.view.commands.submit).toMatchObject({
      allowed: false,
      reason: {
        code: 'not_accepted',
        message:
          'Accept what the check could not verify, or choose another file; nothing was sent.',
      },
    });
    expect(run.view.commands.accept).toMatchObject({
      reason: { message: 'Look each of them up, tick it, and say why it is right.' },
    });
    answer('guards', { 'TAX-UNVERIFIED': true });
    answer('reason', '   ');
    await accept();
    await submit();
    expect([check.calls.length, find.calls.length]).toEqual([1, 0]);
    expect(run.view).toMatchObject({ step: 'reviewing', data: { report: { errors: 2 } } });
    answer('reason', 'x'.repeat(501));
    expect(need(run.view, 'reason')).toMatchObject({
      answered: false,
      issues: [{ message: 'Say it in 500 characters at most.' }],
    });
    expect(run.view.commands.accept.allowed).toBe(false);
    answer('reason', 'bulletin \u202e02-11-6202');
    expect(need(run.view, 'reason')).toMatchObject({
      answered: false,
      issues: [
        { message: 'Why the file is right may not contain line breaks or control characters' },
      ],
    });
    expect(run.view.commands.accept.allowed).toBe(false);
  });

  it('TXN-15 once accepted the file is checked again and sent with the rules and the reason', async () => {
    const { run, views, answer, accept, check, find, send, submit } = await heldImport();
    expect(check.last().args[2].accept).toEqual([]);
    answer('guards', ['TAX-UNVERIFIED']);
    answer('reason', ' bulletin of 2026-11-20 ');
    expect(run.view.commands.accept.allowed).toBe(true);
    await accept();
    expect(check.last().args[2].accept).toEqual(['TAX-UNVERIFIED']);
    await check.last().resolve(reportOf({ warnings: 2, accepted: ['TAX-UNVERIFIED'] }));
    expect(run.view).toMatchObject({
      step: 'reviewing',
      commands: { submit: { allowed: true }, accept: { allowed: false } },
      data: { accepted: { rules: ['TAX-UNVERIFIED'], reason: 'bulletin of 2026-11-20' } },
    });
    expect(need(run.view, 'guards')).toBeUndefined();
    await submit();
    await find.last().resolve(undefined);
    const [{ fields, key }] = send.last().args;
    expect(fields).toEqual([
      ['accept', 'TAX-UNVERIFIED'],
      ['accept_reason', 'bulletin of 2026-11-20'],
    ]);
    const parts = { sha256: SHA, provider: 'ESSO', account: '10' };
    expect(key).toBe(importKey({ ...parts, fields: [['accept', 'TAX-UNVERIFIED']] }));
    expect(key).not.toBe(importKey(parts));
    await send.last().resolve(sentOf(key));
    expect(stepsOf(views)).toEqual([
      'collecting',
      'checking',
      'reviewing',
      'checking',
      'reviewing',
      'looking',
      'sending',
      'done',
    ]);
  });

  it('TXN-15 TXN-13 the same file with another reason is known, and is not sent again', async () => {
    const { run, answer, accept, check, find, send, submit } = await heldImport();
    answer('guards', ['TAX-UNVERIFIED']);
    answer('reason', 'somebody else looked too');
    await accept();
    await check.last().resolve(reportOf({ accepted: ['TAX-UNVERIFIED'] }));
    await submit();
    const parts = { sha256: SHA, provider: 'ESSO', account: '10' };
    const first = importKey({
      ...parts,
      fields: [
        ['accept', 'TAX-UNVERIFIED'],
        ['accept_reason', 'bulletin of 2026-11-20'],
      ],
    });
    expect(find.last().args[0]).toBe(first);
    await find.last().resolve(recordOf(first));
    expect(run.view).toMatchObject({ output: { sent: false, reason: 'already_imported' } });
    expect(send.calls).toHaveLength(0);
  });

  it('TXN-15 acceptance applies only to that file, and not after another choice', async () => {
    const { run, answer, accept, check, choose, submit } = await heldImport();
    answer('guards', ['TAX-UNVERIFIED']);
    answer('reason', 'bulletin');
    await accept();
    choose('Suncore');
    await submit();
    expect(check.last().args[2].accept).toEqual([]);
    await check.last().resolve(held());
    expect(need(run.view, 'guards')).toMatchObject({ answered: false, value: {} });
    expect(run.view.data.accepted).toBeUndefined();
  });

  it('TXN-15 a second guard that appears after the first was accepted must be accepted as well', async () => {
    const { answer, accept, check } = await heldImport();
    answer('guards', ['TAX-UNVERIFIED']);
    answer('reason', 'bulletin');
    await accept();
    await check.last().resolve(held([{ ...GUARD, rule: 'TAX-UNKNOWN' }]));
    await accept();
    expect(check.calls).toHaveLength(2);
    answer('guards', ['TAX-UNKNOWN']);
    await accept();
    expect(check.last().args[2].accept).toEqual(['TAX-UNVERIFIED', 'TAX-UNKNOWN']);
  });

  it('TXN-15 nothing can be accepted while an error must be corrected', async () => {
    const { run } = await heldImport([]);
    expect(need(run.view, 'guards')).toBeUndefined();
    expect(run.view.commands.submit).toMatchObject({
      reason: {
        message: 'The file has 2 errors. Correct them and check the file again; nothing was sent.',
      },
    });
  });

  it("TXN-15 TXN-14 an account that has lost the right to import can't accept anything", async () => {
    let access: typeof FULL_ACCESS | undefined = FULL_ACCESS;
    const started = startImport({}, { access: () => access });
    started.choose();
    await started.submit();
    await started.check.last().resolve(held());
    started.answer('guards', ['TAX-UNVERIFIED']);
    started.answer('reason', 'bulletin');
    access = undefined;
    started.run.send({ type: 'accept' });
    await settled();
    expect(started.check.calls).toHaveLength(1);
  });
});
