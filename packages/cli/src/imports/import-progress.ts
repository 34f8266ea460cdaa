import { formatValue } from '@forecourt/core';
import { oneLine } from '../output/output.ts';
import { count, createProgress } from '../output/progress.ts';
import type { Work } from '../work.ts';

/** Progress of a run over files. */
export interface ImportProgress {
  /** Reports the position within one file. */
  step(name: string, phase: string, rows: number): void;
  /** Reports the result of one file in a few words. */
  ended(file: { readonly name: string; readonly blob: Blob }, how: string): void;
  /** Says that an interrupt waits for the outcome of a file that is being sent. */
  awaits(name: string): void;
  /** Clears the line for good; call it before any other output. */
  end(): void;
}

const PHASES: Readonly<Record<string, string>> = {
  collecting: 'opening',
  checking: 'checking',
  looking: 'checking whether it was imported before',
  sending: 'sending',
  resolving: 'asking the service for the outcome',
};

/** How often a log gets a line while no file ends. */
const LOG_EVERY_MS = 60_000;

interface Size {
  readonly files: number;
  readonly bytes: number;
}

/**
 * On a terminal, updates one line: file, rows, rate, time left. In a log, writes a line for each
 * file and one a minute. Silent with --quiet or --json.
 */
export function createImportProgress(work: Work, all: Size, log: boolean): ImportProgress {
  const { options, output, runtime } = work;
  const line = createProgress(work);
  const started = performance.now();
  const now = new Map<string, { readonly since: number; phase: string; rows: number }>();
  let done: Size = { files: 0, bytes: 0 };
  const quiet = options.quiet === true || options.json === true || !log;
  const logs = runtime.stderr.isTTY !== true && !quiet;
  const progressText = () => {
    const [busy = ''] = [...now].map(([name, at]) => stepText(name, at));
    const more = now.size > 1 ? ` (and ${now.size - 1} more)` : '';
    const files = all.files > 1 ? `${done.files} of ${all.files} files · ` : '';
    return `${files}${busy}${more}${leftText(started, done.bytes, all.bytes)}`;
  };
  const timer = setInterval(
    () => logs && now.size > 0 && output.note(stamped(progressText())),
    LOG_EVERY_MS,
  );
  timer.unref();
  return {
    step(name, phase, rows) {
      const former = now.get(name);
      const since = former?.phase === phase ? former.since : performance.now();
      now.set(name, { since, phase, rows });
      line.show(progressText());
    },
    ended({ name, blob }, how) {
      now.delete(name);
      done = { files: done.files + 1, bytes: done.bytes + blob.size };
      line.end();
      const nth = all.files > 1 ? `${done.files}/${all.files} ` : '';
      if (logs) output.note(stamped(`${nth}${oneLine(name)}: ${oneLine(how)}`));
    },
    awaits(name) {
      line.end();
      output.warn(
        `Interrupted: waiting for the outcome of ${oneLine(name)}, which is being sent. A second interrupt stops without it.`,
      );
    },
    end() {
      clearInterval(timer);
      line.end();
    },
  };
}

const stamped = (text: string): string => `${new Date().toISOString().slice(0, 19)}Z ${text}`;

function stepText(name: string, at: { since: number; phase: string; rows: number }): string {
  const { phase, rows, since } = at;
  const text = `${oneLine(name)}: ${PHASES[phase] ?? phase}`;
  const seconds = (performance.now() - since) / 1000;
  // Only a check advances row by row; the service says nothing of a file before its end.
  if (phase !== 'checking') {
    const waited = seconds >= 5 ? ` for ${Math.round(seconds)} s` : '';
    return rows === 0 ? `${text}${waited}` : `${text} ${count(rows, ['row', 'rows'])}${waited}`;
  }
  if (rows === 0) return text;
  const rate =
    seconds > 0.5 ? ` (${formatValue('integer', Math.round(rows / seconds))} rows/s)` : '';
  return `${text}, ${count(rows, ['row', 'rows'])}${rate}`;
}

/** Estimates from the bytes done so far; empty until the first file is done. */
function leftText(started: number, done: number, all: number): string {
  if (done === 0 || done >= all) return '';
  const seconds = ((performance.now() - started) / 1000 / done) * (all - done);
  const text = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
  return ` · about ${text} left`;
}
