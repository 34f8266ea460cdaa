/**
 * Writes spreadsheets: .xlsx workbooks, comma-separated text and the ZIP archives around them. Which rows
 * are accepted or refused is decided in the folder above and in `splitting`.
 */

import { columnLetters } from '../cells/text.ts';
import type { CellValue } from '../types.ts';
import { type StreamedPart, zipStream } from './stream-zip.ts';

/** A row to write to a sheet; numbers may have a spreadsheet's number format. */
export interface WrittenRow {
  /** One-based row number. */
  readonly row: number;
  readonly cells: readonly CellValue[];
  readonly formats?: readonly (string | undefined)[];
}

export interface WrittenSheet {
  readonly name: string;
  readonly hidden?: boolean;
  /** In ascending order. */
  readonly rows: readonly WrittenRow[];
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Character limit of a spreadsheet cell. */
const MAX_TEXT_LENGTH = 32_767;
/** Characters collected before they are compressed. */
const PIECE = 64_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain them
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/**
 * Escapes text for XML; characters that XML can't contain, or changes, are written like in spreadsheets:
 * _x000D_.
 */
const escaped = (text: string): string =>
  text.replace(
    SPECIAL,
    (character) =>
      ENTITIES[character] ??
      `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
  );

/** Number formats by their index among the cell styles; the first one means none. */
export class Formats {
  private readonly known = new Map<string, number>();

  styleOf(format: string | undefined): string {
    if (format === undefined) return '';
    const index = this.known.get(format) ?? this.known.size + 1;
    this.known.set(format, index);
    return ` s="${index}"`;
  }

  get xml(): string {
    const codes = [...this.known.keys()];
    const formats = codes
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
      .join('');
    const styles = ['', ...codes]
      .map(
        (code, index) =>
          `<xf numFmtId="${code === '' ? 0 : 163 + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      )
      .join('');
    return (
      `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
      (codes.length > 0 ? `<numFmts count="${codes.length}">${formats}</numFmts>` : '') +
      '<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${codes.length + 1}">${styles}</cellXfs></styleSheet>`
    );
  }
}

/** Texts remain texts and nothing becomes a formula, so that no spreadsheet executes a cell. */
function cellXml(value: CellValue, at: string, style: string): string {
  if (value === undefined) return '';
  if (typeof value === 'string') {
    const text = escaped(value.slice(0, MAX_TEXT_LENGTH));
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  }
  if (typeof value === 'number') return `<c r="${at}"${style}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  return value.fault.startsWith('#') ? `<c r="${at}" t="e"><v>${value.fault}</v></c>` : '';
}

export const SHEET_START: string = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`;
export const SHEET_END = '</sheetData></worksheet>';

/** @param letters cache of the columns' letters for all rows. */
export function rowXml(
  { row, cells, formats: own }: WrittenRow,
  letters: string[],
  formats: Formats,
): string {
  let xml = `<row r="${row}">`;
  for (let column = 0; column < cells.length; column += 1) {
    letters[column] ??= columnLetters(column);
    xml += cellXml(cells[column], `${letters[column]}${row}`, formats.styleOf(own?.[column]));
  }
  return `${xml}</row>`;
}

function* sheetXml(rows: readonly WrittenRow[], formats: Formats): Generator<string> {
  const letters: string[] = [];
  let piece = SHEET_START;
  for (const row of rows) {
    piece += rowXml(row, letters, formats);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + SHEET_END;
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;

const relations = (all: readonly string[]): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${TYPES}.${type}+xml"/>`;
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    part('workbook', 'sheet.main') +
    part('styles', 'styles') +
    sheets.map((_, index) => part(`worksheets/sheet${index + 1}`, 'worksheet')).join('') +
    '</Types>'
  );
}

function workbookXml(sheets: readonly WrittenSheet[], date1904: boolean): string {
  const listed = sheets.map(
    ({ hidden, name }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  return (
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
    `<workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`
  );
}

/** Yields the parts around the sheets, except for their styles. */
export function* frameParts(
  sheets: readonly WrittenSheet[],
  date1904: boolean,
): Generator<StreamedPart> {
  yield { path: '[Content_Types].xml', text: [contentTypes(sheets)] };
  yield {
    path: '_rels/.rels',
    text: [relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')])],
  };
  yield { path: 'xl/workbook.xml', text: [workbookXml(sheets, date1904)] };
  const listed = sheets.map((_, index) =>
    relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  const styles = relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml');
  yield { path: 'xl/_rels/workbook.xml.rels', text: [relations([...listed, styles])] };
}

function* parts(sheets: readonly WrittenSheet[], date1904: boolean): Generator<StreamedPart> {
  const formats = new Formats();
  yield* frameParts(sheets, date1904);
  for (const [index, { rows }] of sheets.entries()) {
    yield { path: `xl/worksheets/sheet${index + 1}.xml`, text: sheetXml(rows, formats) };
  }
  yield { path: 'xl/styles.xml', text: [formats.xml] };
}

/** Writes sheets as an .xlsx workbook, row by row; equal sheets produce equal bytes. */
export async function writeXlsx(
  sheets: readonly WrittenSheet[],
  { date1904 = false }: { readonly date1904?: boolean } = {},
): Promise<Blob> {
  const pieces: BlobPart[] = [];
  for await (const bytes of zipStream(parts(sheets, date1904))) pieces.push(bytes);
  return new Blob(pieces);
}
