import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** Text between the brackets of one `TJ`: hexadecimal, with kerning between its parts. */
const shown = (parts: string): string =>
  [...parts.matchAll(/<([0-9a-f]*)>/gi)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');

/** The drawing commands of each page, and what else is packed. */
function streamsOf(bytes: ArrayBuffer): string[] {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)];
  return streams.map(([, content = '']) =>
    inflateSync(Buffer.from(content, 'latin1')).toString('latin1'),
  );
}

/** The drawing commands of all pages. */
export const pdfCommands = (bytes: ArrayBuffer): string => streamsOf(bytes).join('\n');

/**
 * All that is drawn, a command a line: texts as they are read, and positions, sizes, fonts and colours as numbers. Kept as a
 * file, it notices each change of a document's look.
 */
export const pdfDrawing = (bytes: ArrayBuffer): string =>
  streamsOf(bytes)
    .map((commands, page) => {
      const read = commands.replace(/\[(.*?)\] TJ/g, (_, parts: string) => `(${shown(parts)}) Tj`);
      return `% page ${page + 1}\n${read}\n`;
    })
    .join('');

/** A text where it was put, in points from the left; '…' is \x85 as the built-in fonts have it. */
export interface PdfPiece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A PDFDocument's own fonts, in the order in which ours use them. */
const FONTS: Readonly<Record<string, string>> = { F1: 'Helvetica', F2: 'Helvetica-Bold' };

/** The lines of all pages, each with its texts from left to right. */
export function pdfLines(bytes: ArrayBuffer): PdfPiece[][] {
  const ruler = new PDFDocument();
  return streamsOf(bytes).flatMap((commands) => {
    const put = commands.matchAll(
      /1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d) ([\d.]+) Tf\n\[(.*?)\] TJ/g,
    );
    const pieces = [...put].map(([, x, y, font = '', size, parts = '']) => {
      const text = shown(parts);
      ruler.font(FONTS[font] ?? font).fontSize(Number(size));
      const width = ruler.widthOfString(text.replaceAll('\x85', '…'));
      return { y: Math.round(Number(y)), text, from: Number(x), to: Number(x) + width };
    });
    return [...Map.groupBy(pieces, ({ y }) => y).values()].map((line) =>
      line
        .map(({ from, text, to }) => ({ text, from, to }))
        .sort((one, other) => one.from - other.from),
    );
  });
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
