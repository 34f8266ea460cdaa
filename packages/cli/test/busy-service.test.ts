import { beforeEach, describe, expect, it } from 'vitest';
import { inboxBehindLine } from './line-hooks.ts';
import { isImport } from './scripted-line.ts';

const { line, fixture, inbox } = inboxBehindLine();

let seed = 2600;

beforeEach(() => {
  seed += 2;
  inbox.pipeline('a.xlsx', seed, 5);
  inbox.pipeline('b.xlsx', seed + 1, 5);
});

/** Says once to wait, as an API gateway does. */
function busyFor(seconds: number): void {
  let asked = 0;
  line.script = (call) => {
    if (!isImport(call)) return 'pass';
    asked += 1;
    return asked > 1 ? 'pass' : { status: 429, headers: { 'retry-after': String(seconds) } };
  };
}

describe('429 with Retry-After', () => {
  it('TXN-13 makes the run wait, longer than a call may take, and send nothing before', async () => {
    busyFor(60);
    const { code, document } = await fixture.json(inbox.argv, {
      env: { FORECOURT_TIMEOUT: '20' },
    });
    expect([code, document]).toMatchObject([
      0,
      { files: [{ state: 'imported' }, { state: 'imported' }] },
    ]);
    const sent = line.calls.filter(({ call }) => isImport(call));
    expect(sent).toHaveLength(3);
    // The clock of the tests is twenty times as fast.
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThan(2_900);
  });

  it('TXN-13 does not make the run wait after the deadline: the file is left with 7', async () => {
    busyFor(3_600);
    const { code, document } = await fixture.json([...inbox.argv, '--deadline', '30m']);
    expect([code, document]).toMatchObject([7, { files: [{ state: 'failed', exitCode: 7 }, {}] }]);
    expect(inbox.files()).toContain('a.xlsx');
  });

  it('TXN-13 does not make an interrupted run wait', async () => {
    busyFor(1_500);
    const stop = new AbortController();
    const { script } = line;
    line.script = (call) => {
      const action = script(call);
      if (typeof action === 'object') setTimeout(() => stop.abort(), 300);
      return action;
    };
    const started = performance.now();
    await fixture.json(inbox.argv, { signal: stop.signal });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(inbox.files()).toEqual(['a.xlsx', 'b.xlsx']);
  });
});
