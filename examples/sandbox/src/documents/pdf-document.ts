import PDFDocument from 'pdfkit';
import { COLOURS } from './colours.ts';
import { type DocumentBrand, PROVIDER_BRAND } from './document-brand.ts';

/** A document being drawn, with the brand whose colours and name it has. */
export type Pdf = InstanceType<typeof PDFDocument> & { readonly brand: DocumentBrand };

export const PAGE = { left: 40, right: 572, top: 40, bottom: 744, width: 532 } as const;

/** Letters that the built-in fonts lack and would draw as others. */
const FOREIGN = /[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

/** Returns such a letter without its marks, or a question mark. */
function plain(letter: string): string {
  const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return FOREIGN.test(bare) ? '?' : bare;
}

const printable = (text: string): string => text.replace(new RegExp(FOREIGN.source, 'gu'), plain);

export interface TextOptions {
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** Longer text ends in '…'. */
  readonly width?: number;
}

/** Draws one line of text at a fixed position of the current page. */
export function put(pdf: Pdf, text: string, x: number, y: number, options: TextOptions = {}): void {
  const { align = 'left', bold = false, colour = COLOURS.ink, size = 9, width } = options;
  pdf
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(colour);
  const box = width === undefined ? {} : { width, height: size * 1.2, ellipsis: true, align };
  pdf.text(printable(text), x, y, { lineBreak: width !== undefined, ...box });
}

/** Distance between the lines of a block. */
const LINE = 12;
/** A name longer than these lines ends in '…'. */
const NAME_LINES = 3;

/**
 * Draws who a document is from or for, as on an envelope: a title, the name in as many lines as it needs, and the
 * address. Returns where the next line would be.
 */
export function party(
  pdf: Pdf,
  title: string,
  [name = '', ...address]: readonly string[],
  { width, x, y }: { readonly x: number; readonly y: number; readonly width: number },
): number {
  put(pdf, title.toUpperCase(), x, y, { size: 7.5, bold: true, colour: pdf.brand.colour });
  pdf.font('Helvetica-Bold').fontSize(9).fillColor(COLOURS.ink);
  const lineGap = LINE - pdf.currentLineHeight();
  // Half a line more, because a line that ends exactly there would be left out.
  const height = (NAME_LINES + 0.5) * LINE;
  const wrapped = { width, height, ellipsis: true, lineGap };
  pdf.text(printable(name), x, y + LINE, wrapped);
  const end = pdf.y;
  for (const [index, line] of address.entries()) put(pdf, line, x, end + index * LINE, { width });
  return end + address.length * LINE;
}

/** Draws the logo and name at the top of a page, and its title on the right. */
export function letterhead(pdf: Pdf, title: string): void {
  const { left, top, width } = PAGE;
  pdf
    .save()
    .translate(left, top)
    .scale(36 / 32);
  pdf.roundedRect(0, 0, 32, 32, 7).fill(pdf.brand.colour);
  pdf.path('M6 11h20M10 11v12M22 11v12M7 23h18').lineWidth(2.6).lineCap('round').stroke('#ffffff');
  pdf
    .path('M16 14.5c1.8 2.3 2.6 3.5 2.6 4.7a2.6 2.6 0 0 1-5.2 0c0-1.2.8-2.4 2.6-4.7z')
    .fill(COLOURS.accent);
  pdf.restore();
  put(pdf, pdf.brand.name, left + 46, top + 2, { size: 18, bold: true, colour: pdf.brand.colour });
  put(pdf, 'Fleet fuel cards', left + 46, top + 23, { colour: COLOURS.quiet });
  put(pdf, title, left, top + 4, { size: 20, bold: true, align: 'right', width });
}

/** Opens a letter-size document, to which `finish` adds page numbers. */
export function createPdf(info: {
  readonly title: string;
  readonly at: Date;
  readonly brand?: DocumentBrand;
}): Pdf {
  const brand = info.brand ?? PROVIDER_BRAND;
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    bufferPages: true,
    lang: 'en-CA',
    displayTitle: true,
    info: { Title: info.title, Author: brand.issuer, CreationDate: info.at },
  });
  return Object.assign(pdf, { brand });
}

/** Adds page numbers, and returns the document's bytes. */
export async function finishPdf(pdf: Pdf, footer: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    const { bottom, left, right, width } = PAGE;
    pdf.moveTo(left, bottom).lineTo(right, bottom).lineWidth(0.5).stroke(COLOURS.line);
    const options = { size: 8, colour: COLOURS.quiet };
    const pageText = `Page ${page + 1} of ${count}`;
    put(pdf, footer, left, bottom + 8, { ...options, width: width - 80 });
    put(pdf, pageText, left, bottom + 8, { ...options, width, align: 'right' });
  }
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
