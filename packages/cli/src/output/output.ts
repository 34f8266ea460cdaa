import { once } from 'node:events';
import { styleText } from 'node:util';
import { outputLost } from '../command-error.ts';
import type { Invocation } from '../invocation.ts';
import { hideSecrets, redact, redactedJson } from '../redact.ts';

export type Style = 'green' | 'red' | 'yellow' | 'dim' | 'bold';

/** What a result is told with: its text on a terminal, in a pipe, or its document with `--json`. */
interface Result {
  readonly document: unknown;
  /** Text for people; with no argument needed where both are the same. */
  readonly text: () => string;
}

export interface Output {
  readonly json: boolean;
  /** Standard output is a terminal: tables, colours and the formats of people. */
  readonly terminal: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** The one result of a run, on standard output. */
  result(result: Result): void;
  /** Something was changed at the service: a result of it that can't be written goes to standard error. */
  changed(): void;
  /** A part of a result that is written as it arrives, as it stands; waits while the reader is slower. */
  part(text: string): Promise<void>;
  /** A remark on standard error, below the result; not with --quiet or --json. */
  note(text: string): void;
  /** Told also with --quiet, as it needs somebody's attention; not with --json. */
  warn(text: string): void;
  /** For --verbose, on standard error. */
  trace(text: string): void;
  paint(style: Style | undefined, text: string): string;
}

const noColor = ({ options, runtime: { env } }: Invocation): boolean =>
  options.color === false || Boolean(env.NO_COLOR) || env.TERM === 'dumb';

const UNREAD = 'forecourt: Standard output was closed before this was written. It was done:';

/** Records show their cards, as they were asked for; what a command says it did shows none. */
function shownText(json: boolean, document: unknown, text: () => string): string {
  const isReport = typeof document === 'object' && document !== null && 'ok' in document;
  if (isReport) return json ? redactedJson(document) : redact(text());
  return hideSecrets(json ? JSON.stringify(document) : text());
}

export function createOutput(invocation: Invocation): Output {
  const { options } = invocation;
  const { stdout, stderr } = invocation.runtime;
  const json = options.json === true;
  const terminal = stdout.isTTY === true;
  const colors = terminal && !noColor(invocation);
  const notes: string[] = [];
  let building = false;
  let hasChanged = false;
  let lost: NodeJS.ErrnoException | undefined;
  stdout.once('error', (error: NodeJS.ErrnoException) => {
    lost = error;
  });
  const say = (text: string) => void stderr.write(`${redact(text)}\n`);
  return {
    json,
    terminal,
    width: stdout.columns ?? 80,
    result({ document, text }) {
      building = true;
      const out = shownText(json, document, text);
      building = false;
      if (out !== '') {
        stdout.write(`${out}\n`, (error) => {
          if (error && hasChanged) say(`${UNREAD}\n${out}`);
        });
      }
      for (const note of notes.splice(0)) say(note);
    },
    changed() {
      hasChanged = true;
    },
    async part(text) {
      if (lost) throw outputLost(lost);
      if (text === '' || stdout.write(hideSecrets(text))) return;
      await once(stdout, 'drain').catch((error: NodeJS.ErrnoException) => {
        throw outputLost(error);
      });
    },
    note(text) {
      if (json || options.quiet === true) return;
      if (building) notes.push(text);
      else say(text);
    },
    warn(text) {
      if (!json) say(text);
    },
    trace(text) {
      if (options.verbose === true) say(text);
    },
    paint: (style, text) =>
      style && colors ? styleText(style, text, { validateStream: false }) : text,
  };
}

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** One line that cannot steer a terminal or break a row, whatever a record holds. */
export const oneLine = (text: string): string => text.replace(CONTROL, ' ');
