import { type DownloadProgress, formatValue } from '@forecourt/core';
import type { Work } from '../work.ts';

export interface Progress {
  /** Replaces the line. */
  show(text: string): void;
  /** Clears the line; call it before any other output. */
  end(): void;
}

const CLEAR = '\r\u001b[2K';
const SILENT: Progress = { show: () => undefined, end: () => undefined };

/** A progress line on standard error; silent without a terminal, with --quiet or --json. */
export function createProgress({ options, runtime: { stderr, env } }: Work): Progress {
  const wanted = stderr.isTTY === true && options.quiet !== true && options.json !== true;
  if (!wanted || env.TERM === 'dumb') return SILENT;
  let shown = '';
  return {
    show(text) {
      const line = text.slice(0, Math.max(0, (stderr.columns || 80) - 1));
      if (line === shown) return;
      shown = line;
      stderr.write(`${CLEAR}${line}`);
    },
    end() {
      if (shown !== '') stderr.write(CLEAR);
      shown = '';
    },
  };
}

/** '1,204 rows'. */
export const count = (number: number, noun: readonly [string, string]): string =>
  `${formatValue('integer', number)} ${number === 1 ? noun[0] : noun[1]}`;

/** '20.9 MB'. */
export function byteText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

/** '1.2 MB of 20.9 MB received'. */
export const receivedText = ({ bytes, total }: DownloadProgress): string =>
  `${byteText(bytes)}${total ? ` of ${byteText(total)}` : ''} received`;
