import { inflateSync } from 'node:zlib';

/** Text between the brackets of one `TJ`: hexadecimal, with kerning between its parts. */
const shown = (parts: string): string =>
  [...parts.matchAll(/<([0-9a-f]*)>/gi)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');

/** The drawing commands of all pages. */
export function pdfCommands(bytes: ArrayBuffer): string {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  return streams
    .map(([, content = '']) => inflateSync(Buffer.from(content, 'latin1')).toString('latin1'))
    .join('\n');
}

/** What a PDF of ours shows, a line for each text that was put; none is a PDF that can't be read. */
export function pdfText(bytes: ArrayBuffer): string {
  return [...pdfCommands(bytes).matchAll(/\[(.*?)\] TJ/g)]
    .map(([, parts = '']) => shown(parts))
    .join('\n');
}

export const pageCount = (bytes: ArrayBuffer): number =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;
