import type { DownloadProgress } from '@forecourt/core';
import { byteText, createProgress, receivedText } from '../output/progress.ts';
import type { Work } from '../work.ts';

/** How often a log gets a line. */
const LOG_EVERY_MS = 60_000;
/** Before this, a rate means nothing. */
const SETTLED_MS = 1000;

const leftText = (ms: number): string =>
  ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;

/** '1.2 MB of 20.9 MB received · 2.0 MB/s · about 10 s left'; the time left needs a known length. */
export function transferText(progress: DownloadProgress, ms: number): string {
  const { bytes, total } = progress;
  if (ms < SETTLED_MS || bytes === 0) return receivedText(progress);
  const left = total && total > bytes ? (ms / bytes) * (total - bytes) : undefined;
  return [
    receivedText(progress),
    `${byteText(Math.round((bytes / ms) * 1000))}/s`,
    ...(left === undefined ? [] : [`about ${leftText(left)} left`]),
  ].join(' · ');
}

/** Updates one line on a terminal, or writes a line a minute to a log; silent with --quiet or --json. */
export function createTransferProgress(work: Work, everyMs = LOG_EVERY_MS) {
  const line = createProgress(work);
  const started = performance.now();
  let latest: DownloadProgress | undefined;
  const text = () => latest && transferText(latest, performance.now() - started);
  const timer = setInterval(() => {
    const progress = text();
    if (progress === undefined || work.runtime.stderr.isTTY === true) return;
    work.output.note(`${new Date().toISOString().slice(0, 19)}Z ${progress}`);
  }, everyMs);
  timer.unref();
  return {
    show(progress: DownloadProgress) {
      if (progress.bytes === 0) return;
      latest = progress;
      line.show(text() ?? '');
    },
    end() {
      clearInterval(timer);
      line.end();
    },
  };
}
