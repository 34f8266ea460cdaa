import type { SheetInfo } from '../../types.ts';
import { SheetDamage } from '../sheet-damage.ts';
import { Unrecognised } from '../unrecognised.ts';
import { BIFF8, HEAD, OLDER, PART, RECORD, recordEnd, u16, u32 } from './records.ts';
import { SharedTexts } from './shared-texts.ts';
import { Spans } from './spans.ts';

const WORKSHEET = 0;
const DIALOG = 0x10;
/** Excel gives a sheet its name; SheetJS calls one without a name so. */
const UNNAMED = 'Sheet1';

/** What the workbook's first part says. */
export interface Globals {
  readonly date1904: boolean;
  readonly encrypted: boolean;
  /** Worksheets in order, with the place of their BOF record. */
  readonly sheets: readonly (SheetInfo & { readonly at: number })[];
  readonly texts: SharedTexts;
}

/** What the part is whose BOF record stands here. */
function partAt(bytes: Uint8Array, at: number): number {
  if (recordEnd(bytes, at) < at + HEAD + 4 || u16(bytes, at) !== RECORD.bof) {
    throw new Unrecognised('no start of a part');
  }
  if (u16(bytes, at + HEAD) !== BIFF8) throw new Unrecognised('another version');
  return u16(bytes, at + HEAD + 2);
}

/** A dialog is a sheet that says so before its first cell. */
function isWorksheet(bytes: Uint8Array, at: number): boolean {
  if (partAt(bytes, at) !== PART.sheet) return false;
  for (let next = recordEnd(bytes, at); ; next = recordEnd(bytes, next)) {
    const end = next < 0 ? -1 : recordEnd(bytes, next);
    if (end < 0) return true;
    const type = u16(bytes, next);
    if (type === RECORD.wsBool)
      return end < next + HEAD + 2 || (u16(bytes, next + HEAD) & DIALOG) === 0;
    if (type === RECORD.eof || type === RECORD.dimensions || type === RECORD.row) return true;
  }
}

function sheetInfo(bytes: Uint8Array, record: number): SheetInfo & { readonly at: number } {
  const at = u32(bytes, record + HEAD);
  const spans = Spans.of(bytes, record, 4);
  const hidden = (spans.u8() & 3) !== 0;
  const kind = spans.u8();
  const count = spans.u8();
  const name = spans.text(count, spans.u8());
  if (kind === WORKSHEET && (recordEnd(bytes, at) < 0 || u16(bytes, at) !== RECORD.bof)) {
    throw new SheetDamage(`sheet "${name}" is missing`);
  }
  return { name: name === '' ? UNNAMED : name, hidden, at };
}

/** Reads the first part. Throws `Unrecognised` where the workbook is no BIFF8, `SheetDamage` where it breaks off. */
export function readGlobals(bytes: Uint8Array): Globals {
  if (partAt(bytes, 0) !== PART.globals) throw new Unrecognised('no workbook');
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
    else if (type === RECORD.boundSheet) sheets.push(sheetInfo(bytes, at));
    else if (type === RECORD.sst) {
      if (texts !== undefined) throw new Unrecognised('two tables of texts');
      texts = Spans.of(bytes, at, 0);
    } else if (type === RECORD.bof || OLDER.has(type)) throw new Unrecognised('an odd record');
    at = end;
  }
  return {
    date1904,
    encrypted,
    sheets: sheets.filter((sheet) => isWorksheet(bytes, sheet.at)),
    texts: new SharedTexts(texts),
  };
}
