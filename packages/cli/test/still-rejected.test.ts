import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openService } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';
import {
  type InboxFixture,
  lastReport,
  openInbox,
  providerFile,
  WITH_ALL_CARDS,
} from './night-fixture.ts';

const { fixture } = fixtureForEach({ open: () => openService([], WITH_ALL_CARDS) });
let inbox: InboxFixture;
beforeEach(() => {
  inbox = openInbox(fixture);
});

describe('a rejected file', () => {
  it('TXN-13 is listed by every night until a person removes it, whatever arrives under its name', async () => {
    inbox.put('Pipeline/daily.xlsx', providerFile('ESSO').bytes);
    const metrics = fixture.path('night.prom');
    const argv = [...inbox.argv, '--metrics-file', metrics];
    const first = await fixture.run(argv);
    expect([first.code, inbox.files()]).toEqual([
      5,
      ['rejected/Pipeline/daily.xlsx', 'rejected/Pipeline/daily.xlsx.report.json'],
    ]);

    inbox.pipeline('Pipeline/daily.xlsx', 2701, 5);
    const { code, stdout } = await fixture.run(argv);
    // It was reported with 5 by its own night; a later good one is done.
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Still in rejected\/: 1 file since .+: Pipeline\/daily\.xlsx$/m);
    const { stillRejected } = lastReport(fixture);
    expect(stillRejected).toEqual({
      files: 1,
      oldest: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      names: ['Pipeline/daily.xlsx'],
    });
    expect(readFileSync(metrics, 'utf8')).toMatch(
      /^forecourt_night_still_rejected_files\{.*\} 1$/m,
    );

    rmSync(join(inbox.dir, 'rejected/Pipeline/daily.xlsx'));
    const last = await fixture.run(argv);
    expect(last.stdout).not.toContain('Still in rejected/');
    expect([lastReport(fixture).stillRejected, last.code]).toEqual([null, 0]);
    expect(readFileSync(metrics, 'utf8')).toMatch(
      /^forecourt_night_still_rejected_files\{.*\} 0$/m,
    );
  });
});
