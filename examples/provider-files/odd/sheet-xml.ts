import { utils } from 'xlsx';
import type { Random } from '../random.ts';
import { ERROR_NAMES, type OddCell, type OddRow, type OddSheet } from './grid.ts';
import { escaped } from './xml.ts';

/** How a sheet's XML is written. */
export interface Style {
  readonly quote: string;
  /** With line breaks and indents between elements. */
  readonly pretty: boolean;
  /** Rows and cells say where they are. */
  readonly references: boolean;
  /** With comments, CDATA and extensions, which no current program writes. */
  readonly anomalies: boolean;
}

const textElement = (text: string) => `<t xml:space="preserve">${escaped(text)}</t>`;

function runs(text: string): string {
  const half = text.length >> 1;
  // A surrogate pair must not be parted.
  const cut = /[\ud800-\udbff]/.test(text.charAt(half - 1)) ? half - 1 : half;
  return `<r>${textElement(text.slice(0, cut))}</r><r><rPr><b/></rPr>${textElement(text.slice(cut))}</r>`;
}

/** The shared texts in order of use, plain, rich or with a phonetic part. */
export class Texts {
  xml = '';
  #count = 0;
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  add(text: string, rich: boolean): number {
    const spoken = this.#random.chance(0.1)
      ? '<rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/>'
      : '';
    this.xml += `<si>${rich ? runs(text) : textElement(text)}${spoken}</si>`;
    this.#count += 1;
    return this.#count - 1;
  }
}

class SheetXml {
  readonly #random: Random;
  readonly #style: Style;
  readonly #texts: Texts;

  constructor(random: Random, style: Style, texts: Texts) {
    this.#random = random;
    this.#style = style;
    this.#texts = texts;
  }

  row({ cells, hidden, row }: OddRow, after: number): string {
    const { pretty, references } = this.#style;
    const attributes = [
      ...(references || row !== after + 1 ? [this.#attribute('r', row)] : []),
      ...(hidden ? [this.#attribute('hidden', 1)] : []),
      ...(this.#random.chance(0.1) ? [this.#attribute('spans', '1:9')] : []),
    ];
    const blank = pretty ? '\n  ' : '';
    let written = '';
    let last = -1;
    cells.forEach((cell, column) => {
      if (cell === undefined) return;
      const referenced = references || column !== last + 1;
      const own = utils.encode_cell({ r: row - 1, c: column });
      const place = referenced ? this.#attribute('r', own) : '';
      written += `${blank}${this.#cell(cell, place, own)}`;
      last = column;
    });
    return `${blank}<row${attributes.join('')}>${written}${this.#comment()}</row>`;
  }

  #cell(cell: OddCell, place: string, own: string): string {
    const { kind } = cell;
    if (kind === 'blank') return `<c${place}${this.#attribute('s', 1)}/>`;
    if (kind === 'formula') return this.#formula(cell.result, place, own);
    if (kind === 'text') return this.#text(cell.text, cell.rich ?? false, place);
    return `<c${place}${this.#valued(cell)}</c>`;
  }

  /** The rest of a cell's tag and its value. */
  #valued(cell: OddCell): string {
    switch (cell.kind) {
      case 'text':
        return `${this.#attribute('t', 'str')}><v>${this.#plain(cell.text)}</v>`;
      case 'number':
        return `${cell.date ? this.#attribute('s', 1) : ''}><v>${Object.is(cell.value, -0) ? '-0' : cell.value}</v>`;
      case 'boolean':
        return `${this.#attribute('t', 'b')}><v>${Number(cell.value)}</v>`;
      case 'error':
        return `${this.#attribute('t', 'e')}><v>${ERROR_NAMES[cell.code]}</v>`;
      default:
        return '>';
    }
  }

  #plain(text: string): string {
    const cdata = this.#style.anomalies && this.#random.chance(0.1) && /^[\w ]+$/.test(text);
    return cdata ? `<![CDATA[${text}]]>` : escaped(text);
  }

  #text(text: string, rich: boolean, place: string): string {
    if (this.#random.chance(0.3)) {
      const inside = rich ? runs(text) : textElement(text);
      return `<c${place}${this.#attribute('t', 'inlineStr')}><is>${inside}</is></c>`;
    }
    const number = this.#texts.add(text, rich);
    return `<c${place}${this.#attribute('t', 's')}><v>${number}</v></c>`;
  }

  #formula(result: OddCell | undefined, place: string, own: string): string {
    const formula = this.#random.pick([
      '<f>SUM(A1:B2)</f>',
      '<f>IF(A1&lt;B1,"x","y &amp; z")</f>',
      `<f t="shared" ref="${own}:${own}" si="0">A1+1</f>`,
      `<f t="array" ref="${own}">A1:A2*2</f>`,
      '<f ca="1">NOW()</f>',
    ]);
    if (result === undefined) return `<c${place}>${formula}</c>`;
    return `<c${place}${this.#valued(result).replace('>', `>${formula}`)}</c>`;
  }

  #attribute(name: string, value: string | number): string {
    const { quote } = this.#style;
    return ` ${name}=${quote}${value}${quote}`;
  }

  #comment(): string {
    const { anomalies } = this.#style;
    return anomalies && this.#random.chance(0.2) ? '<!-- by hand -->' : '';
  }
}

/** `<sheetData>` with all that is in it. */
export function sheetXml(random: Random, sheet: OddSheet, style: Style, texts: Texts): string {
  if (sheet.rows.length === 0 && random.chance(0.5)) return '<sheetData/>';
  const writer = new SheetXml(random, style, texts);
  let xml = '';
  let last = 0;
  for (const row of sheet.rows) {
    xml += writer.row(row, last);
    last = row.row;
  }
  return `<sheetData>${xml}</sheetData>`;
}
