import { SheetDamage } from '../sheet-damage.ts';
import { byteTexts, narrowTexts } from '../xls/code-pages.ts';
import { BIFF8, HEAD, RECORD, u16 } from '../xls/records.ts';
import { SharedTexts } from '../xls/shared-texts.ts';
import { Spans } from '../xls/spans.ts';

/** A record that SheetJS skips. */
const PASSED_OVER = 0x020b;

/** Records of cells, texts and sheets; notes, links, names and styles aren't needed. */
const NEEDED: ReadonlySet<number> = new Set([
  ...[0x0006, 0x000a, 0x0022, 0x002f, 0x003c, 0x0042, 0x0081, 0x0085, 0x00bd, 0x00d6, 0x00fc],
  ...[0x00fd, 0x0200, 0x0203, 0x0204, 0x0205, 0x0206, 0x0207, 0x027e, 0x0406, 0x0809],
]);
/** The same for versions before 5. */
const NEEDED_BEFORE_5: ReadonlySet<number> = new Set([
  ...[...NEEDED, 0x0000, 0x0002, 0x0003, 0x0004, 0x0005, 0x0007, 0x0009],
  ...[0x0209, 0x0409],
]);
/**
 * Minimum length up to and including the length field of a text. If even that is missing, SheetJS
 * practically never stops reading.
 */
const TEXTS: Readonly<Record<number, number>> = {
  [RECORD.boundSheet]: 1,
  [RECORD.rString]: 8,
  [RECORD.sst]: 8,
  [RECORD.label]: 8,
  [RECORD.text]: 2,
  4: 8,
  7: 1,
};
const BOF5 = 0x0809;
const BOF2 = 0x0009;
const WINDOWS = 1252;
/** Latin-1, which maps each byte to the character of the same number. */
const AS_BYTES = 28_591;
const BEYOND_BYTES = /[^\0-\xff]/;

/** Returns the position and size of a formula's length in its record, by version. */
function formulaLength(
  type: number,
  isVersion2: boolean,
): readonly [at: number, bytes: 1 | 2] | undefined {
  if (type === 0x0206 || type === 0x0406) return [16, 2];
  if (type !== 0x0006) return undefined;
  return isVersion2 ? [16, 1] : [20, 2];
}

/** A workbook's stream for SheetJS, and a function that decodes the texts SheetJS read byte by byte. */
export interface OnlyCells {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: (read: string) => string;
}

/** Decodes texts that SheetJS read byte by byte, using their code page. Leaves Unicode texts unchanged. */
function textIn(page: number | undefined, isUnicode: boolean): OnlyCells['text'] {
  const decode = isUnicode ? narrowTexts(page) : byteTexts(page ?? WINDOWS);
  return (read) => {
    if (BEYOND_BYTES.test(read)) return read;
    return decode(Uint8Array.from(read, (character) => character.charCodeAt(0)));
  };
}

/**
 * Returns a copy of a workbook's stream that contains only its cells. SheetJS follows links over every cell
 * of their range and formulas into tables of any size, and a malicious file can claim endless sizes. It
 * supports code pages only if its tables are loaded, so decoding is done here.
 *
 * @throws {SheetDamage} if a formula or a text is shorter than possible.
 */
export function onlyCells(stream: Uint8Array): OnlyCells {
  const bytes = new Uint8Array(stream);
  const start = u16(bytes, 0);
  const isUnicode = start === BOF5 && u16(bytes, HEAD) === BIFF8;
  // An Excel 5 header without a version precedes cells of Excel 2.
  const needed = start === BOF5 && u16(bytes, HEAD) !== 0 ? NEEDED : NEEDED_BEFORE_5;
  let page: number | undefined;
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const type = u16(bytes, at);
    const end = at + HEAD + u16(bytes, at + 2);
    const length = formulaLength(type, start === BOF2);
    if (end - at - HEAD < (TEXTS[type] ?? 0)) throw new SheetDamage('a text is cut off');
    if (type === RECORD.sst) new SharedTexts(Spans.of(bytes, at, 0)).readAll();
    if (type === RECORD.codePage && end - at >= HEAD + 2) {
      page ??= u16(bytes, at + HEAD);
      if (!isUnicode) new DataView(bytes.buffer).setUint16(at + HEAD, AS_BYTES, true);
    }
    if (!needed.has(type)) {
      bytes[at] = PASSED_OVER & 255;
      bytes[at + 1] = PASSED_OVER >> 8;
    } else if (length !== undefined) {
      const from = at + HEAD + length[0];
      if (from + length[1] > end) throw new SheetDamage('a formula is cut off');
      bytes.fill(0, from, from + length[1]);
    }
    at = end;
  }
  return { bytes, text: textIn(page, isUnicode) };
}
