import type { SheetInfo } from '../../types.ts';
import { SheetDamage } from '../sheet-damage.ts';
import { Unrecognised } from '../unrecognised.ts';
import { byteTexts, type DecodeBytes, narrowTexts } from './code-pages.ts';
import { BIFF5, BIFF8, HEAD, OLDER, PART, RECORD, recordEnd, u16, u32 } from './records.ts';
import { SharedTexts } from './shared-texts.ts';
import { Spans } from './spans.ts';

const WORKSHEET = 0;
const DIALOG = 0x10;
/** Code page of a workbook before BIFF8 that doesn't name one. */
const WINDOWS = 1252;
/** SheetJS's name for a sheet without one; Excel always writes names. */
const UNNAMED = 'Sheet1';

/** More than any spreadsheet program opens; several may start at the same place, and each is read by itself. */
const MAX_SHEETS = 1000;

/** Contents of the workbook's first part. */
export interface Globals {
  readonly date1904: boolean;
  readonly encrypted: boolean;
  /** Worksheets in order, with the position of their BOF record. */
  readonly sheets: readonly (SheetInfo & { readonly at: number })[];
  readonly texts: SharedTexts;
  readonly coding: TextCoding;
}

/** How texts of cells and sheets are encoded. */
export interface TextCoding {
  /** BIFF8: Unicode, with the encoding stated in each text. Earlier: bytes of a code page. */
  readonly unicode: boolean;
  readonly narrow: DecodeBytes;
}

/** Returns version and type of the part that starts with the BOF record at a position. */
function partAt(
  bytes: Uint8Array,
  at: number,
): { readonly version: number; readonly part: number } {
  if (recordEnd(bytes, at) < at + HEAD + 4 || u16(bytes, at) !== RECORD.bof) {
    throw new Unrecognised('no start of a part');
  }
  const version = u16(bytes, at + HEAD);
  if (version !== BIFF8 && version !== BIFF5) throw new Unrecognised('another version');
  return { version, part: u16(bytes, at + HEAD + 2) };
}

/** Dialogs are sheets as well, and marked before their first cell. */
function isWorksheet(bytes: Uint8Array, at: number, version: number): boolean {
  const start = partAt(bytes, at);
  if (start.version !== version) throw new Unrecognised('sheets of another version');
  if (start.part !== PART.sheet) return false;
  for (let next = recordEnd(bytes, at); ; next = recordEnd(bytes, next)) {
    const end = next < 0 ? -1 : recordEnd(bytes, next);
    if (end < 0) return true;
    const type = u16(bytes, next);
    if (type === RECORD.wsBool)
      return end < next + HEAD + 2 || (u16(bytes, next + HEAD) & DIALOG) === 0;
    if (type === RECORD.eof || type === RECORD.dimensions || type === RECORD.row) return true;
  }
}

function sheetInfo(
  bytes: Uint8Array,
  record: number,
  { narrow, unicode }: TextCoding,
): SheetInfo & { readonly at: number } {
  const at = u32(bytes, record + HEAD);
  const spans = Spans.of(bytes, record, 4, narrow);
  const hidden = (spans.u8() & 3) !== 0;
  const kind = spans.u8();
  const count = spans.u8();
  const name = unicode ? spans.text(count, spans.u8()) : spans.byteText(count);
  if (kind === WORKSHEET && (recordEnd(bytes, at) < 0 || u16(bytes, at) !== RECORD.bof)) {
    throw new SheetDamage(`sheet "${name}" is missing`);
  }
  return { name: name === '' ? UNNAMED : name, hidden, at };
}

const codingOf = (unicode: boolean, page: number | undefined): TextCoding => ({
  unicode,
  narrow: unicode ? narrowTexts(page) : byteTexts(page ?? WINDOWS),
});

/**
 * Reads the first part. Throws `Unrecognised` if the workbook is neither BIFF5 nor BIFF8, `SheetDamage` if
 * it is cut off.
 */
export function readGlobals(bytes: Uint8Array): Globals {
  const { part, version } = partAt(bytes, 0);
  if (part !== PART.globals) throw new Unrecognised('no workbook');
  let coding = codingOf(version === BIFF8, undefined);
  const sheets: (SheetInfo & { readonly at: number })[] = [];
  let date1904 = false;
  let encrypted = false;
  let texts: Spans | undefined;
  let at = recordEnd(bytes, 0);
  for (;;) {
    const end = recordEnd(bytes, at);
    if (end < 0) throw new SheetDamage('it breaks off');
    const type = u16(bytes, at);
    if (type === RECORD.eof) break;
    if (type === RECORD.filePass) encrypted = true;
    else if (type === RECORD.date1904)
      date1904 = end === at + HEAD + 2 && u16(bytes, at + HEAD) === 1;
    else if (type === RECORD.codePage && end >= at + HEAD + 2) {
      coding = codingOf(coding.unicode, u16(bytes, at + HEAD));
    } else if (type === RECORD.boundSheet) {
      if (sheets.length === MAX_SHEETS)
        throw new SheetDamage(`it has more than ${MAX_SHEETS} sheets`);
      sheets.push(sheetInfo(bytes, at, coding));
    } else if (type === RECORD.sst) {
      if (texts !== undefined) throw new Unrecognised('two tables of texts');
      texts = Spans.of(bytes, at, 0, coding.narrow);
    } else if (type === RECORD.bof || OLDER.has(type)) throw new Unrecognised('an odd record');
    at = end;
  }
  return {
    date1904,
    encrypted,
    sheets: sheets.filter((sheet) => isWorksheet(bytes, sheet.at, version)),
    texts: new SharedTexts(texts),
    coding,
  };
}
