/**
 * Everything a run prints. This folder formats results, errors and progress for people, for pipes
 * and for `--json`. Texts of the product belong in core's messages; files belong in `files/`.
 */
import { once } from 'node:events';
import { styleText } from 'node:util';
import { outputLost } from '../command-error.ts';
import type { Invocation } from '../invocation.ts';
import { hideSecrets, redact, redactedResult, redactResult } from '../redact.ts';
import { today } from '../today.ts';

export type Style = 'green' | 'red' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** A result: text for a terminal or a pipe, or a document for `--json`. */
interface Result {
  readonly document: unknown;
  /** The text for people. */
  readonly text: () => string;
}

export interface Output {
  readonly json: boolean;
  /** Whether standard output is a terminal: enables tables, colours and display formats. */
  readonly terminal: boolean;
  /** Width of the terminal in columns. */
  readonly width: number;
  /** The current day by the service's clock, YYYY-MM-DD. */
  readonly today: () => string;
  /** Prints the one result of a run to standard output. */
  result(result: Result): void;
  /**
   * Records that the service was changed: if the result can't be written to standard output, it
   * goes to standard error.
   */
  changed(): void;
  /** Writes part of a streamed result unchanged; waits for a slow reader. */
  part(text: string): Promise<void>;
  /** Prints a remark to standard error; silent with --quiet or --json. */
  note(text: string): void;
  /** Prints a warning to standard error, even with --quiet; silent with --json. */
  warn(text: string): void;
  /** Prints to standard error with --verbose. */
  trace(text: string): void;
  paint(style: Style | undefined, text: string): string;
}

const noColor = ({ options, runtime: { env } }: Invocation): boolean =>
  options.color === false || Boolean(env.NO_COLOR) || env.TERM === 'dumb';

const UNREAD = 'forecourt: Standard output was closed before this result was written:';

/**
 * Records show their card numbers, because they were asked for; messages about what a command did
 * show none, but the numbers of the invoices that it made.
 */
function shownText(json: boolean, document: unknown, text: () => string): string {
  const isReport = typeof document === 'object' && document !== null && 'ok' in document;
  if (isReport) return json ? redactedResult(document) : redactResult(text(), document);
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
    // A terminal that doesn't know its width says 0.
    width: stdout.columns || 80,
    today: () => today(invocation.runtime),
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

/** Replaces control characters, so that a record's text can't steer a terminal or break a row. */
export const oneLine = (text: string): string => text.replace(CONTROL, ' ');
