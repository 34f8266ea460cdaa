import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Work } from '../work.ts';
import { createTransferProgress, transferText } from './transfer-progress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([
  [{ bytes: 1_200_000, total: undefined }, 500, '1.2 MB received'],
  [{ bytes: 4_000_000, total: undefined }, 2000, '4.0 MB received · 2.0 MB/s'],
  [
    { bytes: 4_000_000, total: 20_000_000 },
    2000,
    '4.0 MB of 20.0 MB received · 2.0 MB/s · about 8 s left',
  ],
  [
    { bytes: 1_000_000, total: 1_000_000_000 },
    1000,
    '1.0 MB of 1.0 GB received · 1.0 MB/s · about 17 min left',
  ],
  [{ bytes: 5000, total: 5000 }, 2000, '5.0 kB of 5.0 kB received · 2.5 kB/s'],
])('shows %j after %i ms', (progress, ms, text) => {
  expect(transferText(progress, ms)).toBe(text);
});

function place({ terminal, quiet = false }: { terminal: boolean; quiet?: boolean }) {
  const written: string[] = [];
  const noted: string[] = [];
  const stderr = { isTTY: terminal, columns: 80, write: (text: string) => written.push(text) };
  const options = { quiet };
  const output = { note: (text: string) => quiet || noted.push(text) };
  const work = { options, output, runtime: { stderr, env: {} } };
  return { written, noted, work: work as unknown as Work };
}

it('prints one line a minute to a log, and updates one line on a terminal', () => {
  const log = place({ terminal: false });
  const inLog = createTransferProgress(log.work);
  const terminal = place({ terminal: true });
  const onTerminal = createTransferProgress(terminal.work);
  for (let minute = 0; minute < 3; minute += 1) {
    inLog.show({ bytes: (minute + 1) * 60_000_000, total: undefined });
    onTerminal.show({ bytes: (minute + 1) * 60_000_000, total: undefined });
    vi.advanceTimersByTime(60_000);
  }
  inLog.end();
  onTerminal.end();
  vi.advanceTimersByTime(600_000);
  expect(log.noted).toEqual([
    expect.stringMatching(/Z 60\.0 MB received · 1\.0 MB\/s$/),
    expect.stringMatching(/Z 120\.0 MB received · 1\.0 MB\/s$/),
    expect.stringMatching(/Z 180\.0 MB received · 1\.0 MB\/s$/),
  ]);
  expect([log.written, terminal.noted]).toEqual([[], []]);
  expect(terminal.written.join('')).toContain('180.0 MB received · ');
});

it('is silent with --quiet', () => {
  for (const terminal of [false, true]) {
    const { noted, work, written } = place({ terminal, quiet: true });
    const progress = createTransferProgress(work);
    progress.show({ bytes: 1_000_000, total: undefined });
    vi.advanceTimersByTime(120_000);
    progress.end();
    expect([noted, written]).toEqual([[], []]);
  }
});
