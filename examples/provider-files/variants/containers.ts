import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { utils, type WorkBook, type WorkSheet, write } from 'xlsx';
import { type Cell, type Sheet, workbookBytes } from '../workbook.ts';
import { type GoodFile, goodFile, isoDay, PROVIDERS, type Provider } from './good-file.ts';
import { cellsOf, columnOf, type Kind, type Made, setField } from './variant.ts';

const asType = (
  name: string,
  type: NonNullable<Parameters<typeof workbookBytes>[1]>['type'],
  extension: string,
  more: Partial<Kind> = {},
): Kind => ({
  name,
  ...more,
  make: (good) => ({ bytes: workbookBytes(good.sheets, { ...(type && { type }) }), extension }),
});

/** Serials of the other date system. */
const since1904 = (name: string, type: 'xlsx' | 'biff8', extension: string): Kind => ({
  name,
  make: (good) => {
    const sheets = setField(good, 'date', (cell) => {
      const day = isoDay(cell);
      const clock = typeof cell === 'object' ? Number(cell.v) % 1 : 0;
      const serial = Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 24_107;
      return { t: 'n', v: serial + clock, z: 'yyyy-mm-dd hh:mm:ss' };
    });
    return { bytes: workbookBytes(sheets, { type, date1904: true }), extension };
  },
});

/** A workbook with more to it than cells. */
function dressed(
  sheets: readonly Sheet[],
  dress: (book: WorkBook, sheets: readonly WorkSheet[]) => void,
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  book.Workbook = { Sheets: sheets.map(() => ({})) };
  for (const { name, rows } of sheets) {
    const cells = rows.map((row) => row.map((cell) => cell ?? null));
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name);
  }
  dress(
    book,
    book.SheetNames.flatMap((name) => book.Sheets[name] ?? []),
  );
  return new Uint8Array(write(book, { type: 'array', bookType, bookSST: true }) as ArrayBuffer);
}

const hideSheet = (at: number, how: 1 | 2) => (book: WorkBook) => {
  const entry = book.Workbook?.Sheets?.[at];
  if (entry) entry.Hidden = how;
};

const NOTES: Sheet = {
  name: 'Read me',
  rows: [['About this file'], ['Prices as posted on the day'], ['Questions', '1-800-555-0199']],
};

/** The XML of a workbook's parts changed; parts are added by their name. */
function patched(
  bytes: Uint8Array<ArrayBuffer>,
  patch: (parts: Record<string, string>) => void,
  more: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array<ArrayBuffer> {
  const packed = unzipSync(bytes);
  const parts = Object.fromEntries(
    Object.entries(packed).map(([name, content]) => [name, strFromU8(content)]),
  );
  patch(parts);
  const all = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return new Uint8Array(zipSync({ ...Object.fromEntries(all), ...more }));
}

const FIRST = 'xl/worksheets/sheet1.xml';

/** One pixel. */
const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (sign) => sign.charCodeAt(0),
);

/** A picture over the first cells. */
function withLogo(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  return patched(
    bytes,
    (parts) => {
      parts[FIRST] = (parts[FIRST] ?? '').replace(
        '</worksheet>',
        `<drawing xmlns:r="${office}" r:id="rIdLogo"/></worksheet>`,
      );
      parts['xl/worksheets/_rels/sheet1.xml.rels'] =
        `<?xml version="1.0"?><Relationships xmlns="${relations}"><Relationship Id="rIdLogo" Type="${office}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`;
      parts['xl/drawings/drawing1.xml'] =
        `<?xml version="1.0"?><xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main"><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="952500" cy="190500"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${office}" r:embed="rId1"/></xdr:blipFill><xdr:spPr/></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`;
      parts['xl/drawings/_rels/drawing1.xml.rels'] =
        `<?xml version="1.0"?><Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/image" Target="../media/logo.png"/></Relationships>`;
      parts['[Content_Types].xml'] = (parts['[Content_Types].xml'] ?? '').replace(
        '</Types>',
        '<Default Extension="png" ContentType="image/png"/><Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>',
      );
    },
    { 'xl/media/logo.png': PNG },
  );
}

const DRESSED: readonly Kind[] = [
  {
    name: 'hidden rows',
    make: (good) => ({
      bytes: dressed(good.sheets, (_, [first]) => {
        if (first)
          first['!rows'] = (good.sheets[0]?.rows ?? []).map((_row, at) => ({
            hidden: at % 3 === 0,
          }));
      }),
    }),
  },
  {
    name: 'hidden columns',
    make: (good) => ({
      bytes: dressed(good.sheets, (_, sheets) => {
        for (const sheet of sheets)
          sheet['!cols'] = good.headers.map((_h, at) => ({ hidden: at % 2 === 0 }));
      }),
    }),
  },
  {
    name: 'a filter that hides rows',
    make: (good) => ({
      bytes: dressed(good.sheets, (_, [first]) => {
        if (!first) return;
        first['!autofilter'] = { ref: `A${good.headerRow + 1}:F${good.headerRow + 9}` };
        first['!rows'] = (good.sheets[0]?.rows ?? []).map((_row, at) => ({
          hidden: at > good.headerRow + 3,
        }));
      }),
    }),
  },
  {
    name: 'a title across merged cells',
    make: (good) => ({
      bytes: dressed(
        good.sheets.map((sheet) => ({ ...sheet, rows: [['Fuel purchases'], [], ...sheet.rows] })),
        (_, sheets) => {
          for (const sheet of sheets) sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 1, c: 9 } }];
        },
      ),
    }),
  },
  {
    // Only the first of merged cells has a value, so the second row has no date.
    name: 'a date merged over two rows',
    of: ['ESSO', 'Comdata', 'TAPetro'],
    make: (good) => {
      const column = columnOf(good, 'date');
      const { row = 0 } = good.rows[3] ?? {};
      const emptied = setField(good, 'date', () => undefined, [4]);
      return {
        bytes: dressed(emptied, (_, [first]) => {
          if (first)
            first['!merges'] = [{ s: { r: row, c: column }, e: { r: row + 1, c: column } }];
        }),
        out: [4],
        errors: cellsOf(good, 'date', [4]).map((at) => `${at} TXN-REQUIRED`),
      };
    },
  },
  {
    name: 'frozen panes',
    make: (good) => ({
      bytes: patched(workbookBytes(good.sheets), (parts) => {
        parts[FIRST] = (parts[FIRST] ?? '').replace(
          /<sheetView ([^>]*?)\/>/,
          '<sheetView $1><pane xSplit="2" ySplit="2" topLeftCell="C3" activePane="bottomRight" state="frozen"/></sheetView>',
        );
      }),
    }),
  },
  {
    name: 'a logo above the header',
    make: (good) => ({
      bytes: withLogo(
        workbookBytes(good.sheets.map((one) => ({ ...one, rows: [[], [], [], ...one.rows] }))),
      ),
    }),
  },
  {
    name: 'a comment on a cell',
    make: (good) => ({
      bytes: dressed(good.sheets, (_, [first]) => {
        const cell = first?.A2 ?? first?.A1;
        if (cell) cell.c = [{ a: 'J. Roy', t: 'checked' }];
      }),
    }),
  },
  {
    name: 'links on cells',
    make: (good) => ({
      bytes: dressed(good.sheets, (_, [first]) => {
        const cell = first?.[`B${good.headerRow + 3}`];
        if (cell) cell.l = { Target: 'https://example.com/card' };
      }),
    }),
  },
  ...(['xlsx', 'biff8'] as const).map(
    (type): Kind => ({
      name: `formulas with their values in ${type === 'xlsx' ? 'xlsx' : 'xls'}`,
      make: (good) => ({
        bytes: dressed(
          setField(good, 'quantity', (cell) =>
            typeof cell === 'number' ? { t: 'n', v: cell, f: `ROUND(${cell},2)` } : cell,
          ),
          () => undefined,
          type,
        ),
        extension: type === 'xlsx' ? 'xlsx' : 'xls',
      }),
    }),
  ),
  {
    name: 'a formula without its value',
    make: (good) => ({
      bytes: patched(workbookBytes(setField(good, 'amount', () => 4711.0815, [2])), (parts) => {
        for (const name of Object.keys(parts)) {
          if (!name.startsWith('xl/worksheets/')) continue;
          parts[name] = (parts[name] ?? '').replace(
            /<c r="([A-Z]+\d+)"[^>]*><v>4711\.0815<\/v><\/c>/,
            '<c r="$1"><f>N2*P2</f></c>',
          );
        }
      }),
      out: [2],
      errors: cellsOf(good, 'amount', [2]).map((at) => `${at} TXN-CELL`),
    }),
  },
];

const SHEETS: readonly Kind[] = [
  {
    name: 'a sheet of notes before the data',
    make: (good) => ({ sheets: [NOTES, ...good.sheets], warnings: ['Read me!- FILE-SHEET'] }),
  },
  {
    name: 'a sheet of notes behind the data',
    make: (good) => ({ sheets: [...good.sheets, NOTES], warnings: ['Read me!- FILE-SHEET'] }),
  },
  {
    name: 'an empty sheet before the data',
    make: (good) => ({ sheets: [{ name: 'Sheet9', rows: [] }, ...good.sheets] }),
  },
  {
    name: 'a hidden sheet of notes',
    make: (good) => ({
      bytes: dressed([NOTES, ...good.sheets], hideSheet(0, 1)),
      warnings: ['Read me!- FILE-HIDDEN-SHEET'],
    }),
  },
  {
    name: 'a very hidden sheet of notes',
    make: (good) => ({
      bytes: dressed([...good.sheets, NOTES], hideSheet(good.sheets.length, 2)),
      warnings: ['Read me!- FILE-HIDDEN-SHEET'],
    }),
  },
  {
    name: 'a hidden sheet of data beside the data',
    make: (good) => {
      const old = goodFile(good.provider, { seed: 99, day: '2026-11-16', single: true, rows: 4 });
      const [sheet] = old.sheets;
      return {
        bytes: dressed(
          [...good.sheets, { name: 'Last week', rows: sheet?.rows ?? [] }],
          hideSheet(good.sheets.length, 1),
        ),
        warnings: ['Last week!- FILE-HIDDEN-SHEET'],
      };
    },
  },
  {
    // A hidden sheet with purchases is unlikely to be intended, and they must not be lost: nothing is entered.
    name: 'the data hidden and notes shown',
    single: true,
    make: (good) => ({
      bytes: dressed([...good.sheets, NOTES], hideSheet(0, 1)),
      refused: { code: 'header_not_found', says: `has no header row of ${good.provider}` },
    }),
  },
];

/** Text of a cell as other programs write it to CSV. */
function csvText(cell: Cell): string {
  if (typeof cell === 'object') {
    const time = Number(cell.v) % 1;
    const clock = new Date(Math.round(time * 86_400) * 1000).toISOString().slice(11, 19);
    return time === 0 ? isoDay(cell) : `${isoDay(cell)} ${clock}`;
  }
  return cell === undefined ? '' : String(cell);
}

function csv(good: GoodFile, { delimiter = ',', end = '\r\n', always = false } = {}): string {
  const quoted = (text: string) =>
    always || text.includes(delimiter) || /["\r\n]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const rows = good.sheets[0]?.rows ?? [];
  return rows
    .map((cells) => `${cells.map((cell) => quoted(csvText(cell))).join(delimiter)}${end}`)
    .join('');
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, big: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !big);
  return bytes;
};
const WINDOWS: Readonly<Record<string, number>> = { '’': 0x92, '–': 0x96 };
const windows = (text: string) =>
  Uint8Array.from(text, (sign) => WINDOWS[sign] ?? sign.charCodeAt(0));

const asCsv = (name: string, write: (good: GoodFile) => Uint8Array<ArrayBuffer>): Kind => ({
  name,
  single: true,
  make: (good) => ({ bytes: write(good), extension: 'csv' }),
});

const TEXTS: readonly Kind[] = [
  asCsv('csv', (good) => utf8(csv(good))),
  asCsv('csv with line feeds', (good) => utf8(csv(good, { end: '\n' }))),
  asCsv('csv with carriage returns', (good) => utf8(csv(good, { end: '\r' }))),
  asCsv('csv with quotes around everything', (good) => utf8(csv(good, { always: true }))),
  asCsv('csv with semicolons', (good) => utf8(csv(good, { delimiter: ';' }))),
  asCsv('csv with semicolons, named', (good) => utf8(`sep=;\r\n${csv(good, { delimiter: ';' })}`)),
  asCsv('csv with tabs', (good) => utf8(csv(good, { delimiter: '\t' }))),
  asCsv('csv with bars', (good) => utf8(csv(good, { delimiter: '|' }))),
  asCsv('csv in UTF-8 with a mark', (good) => utf8(`\uFEFF${csv(good)}`)),
  asCsv('csv in UTF-16 with a mark', (good) => utf16(`\uFEFF${csv(good)}`, false)),
  asCsv('csv in UTF-16, high bytes first', (good) => utf16(`\uFEFF${csv(good)}`, true)),
  asCsv('csv with tabs in UTF-16', (good) =>
    utf16(`\uFEFF${csv(good, { delimiter: '\t' })}`, false),
  ),
  asCsv('csv in windows-1252', (good) => windows(csv(good))),
  asCsv('csv with blank lines at its end', (good) => utf8(`${csv(good)}\r\n\r\n,,,,\r\n`)),
  {
    name: 'csv cut off before its last sale',
    single: true,
    make: (good) => {
      const { row = 0 } = good.rows.at(-1) ?? {};
      const rows = good.sheets[0]?.rows.slice(0, row) ?? [];
      const whole = csv({ ...good, sheets: [{ name: 'Sheet1', rows }] });
      return { ...cutOff(good), bytes: utf8(whole), extension: 'csv' };
    },
  },
];

/** A text that ends before its last row of sale: what the file says of itself is what can be known. */
function cutOff(good: GoodFile): Made {
  const out = [good.rows.length - 1];
  const where = 'Sheet1!-';
  if (good.provider === 'ESSO') return { out, errors: [`${where} FILE-TRAILER`] };
  if (good.provider === 'Suncore' || good.provider === 'Pipeline') {
    return { out, warnings: [`${where} FILE-TOTAL-ROW`] };
  }
  return { out };
}

const FORMATS: readonly Kind[] = [
  asType('xlsx', 'xlsx', 'xlsx'),
  asType('xlsx named .xls', 'xlsx', 'xls'),
  asType('xlsx named .csv', 'xlsx', 'csv'),
  asType('xls of Excel 97', 'biff8', 'xls'),
  asType('xls of Excel 97 named .xlsx', 'biff8', 'xlsx'),
  {
    ...asType('xls of Excel 95', 'biff5', 'xls'),
    make: (good) => ({
      bytes: workbookBytes(good.sheets, { type: 'biff5' }),
      extension: 'xls',
      // SheetJS itself writes the accents of this format as underscores.
      butFor: ['stationName', 'stationAddress', 'city'],
    }),
  },
  asType('SpreadsheetML 2003', 'xlml', 'xls'),
  asType('SpreadsheetML 2003 named .xml', 'xlml', 'xml'),
  asType('html named .xls', 'html', 'xls', { single: true }),
  asType('html', 'html', 'html', { single: true }),
  since1904('days since 1904 in xlsx', 'xlsx', 'xlsx'),
  since1904('days since 1904 in xls', 'biff8', 'xls'),
];

const refusedAs = (
  name: string,
  bytes: (good: GoodFile) => Uint8Array<ArrayBuffer>,
  extension: string,
  code: NonNullable<Made['refused']>['code'],
  says: string,
): Kind => ({
  name,
  make: (good) => ({ bytes: bytes(good), extension, refused: { code, says } }),
});

const share = (bytes: Uint8Array<ArrayBuffer>, part: number) =>
  bytes.slice(0, Math.floor(bytes.length * part));

const BROKEN: readonly Kind[] = [
  refusedAs(
    'xlsx cut off',
    (good) => share(workbookBytes(good.sheets), 0.6),
    'xlsx',
    'damaged_file',
    'is damaged',
  ),
  refusedAs(
    'xlsx that lacks its end',
    (good) => workbookBytes(good.sheets).slice(0, -30),
    'xlsx',
    'damaged_file',
    'is damaged',
  ),
  refusedAs(
    'xls cut off',
    (good) => share(workbookBytes(good.sheets, { type: 'biff8' }), 0.5),
    'xls',
    'damaged_file',
    'is damaged',
  ),
  refusedAs('an empty file', () => new Uint8Array(0), 'xlsx', 'empty_file', 'is empty'),
  refusedAs(
    'a sign-in page',
    () => utf8('<!DOCTYPE html><html><body><form>Sign in</form></body></html>'),
    'xls',
    'web_page',
    'is a web page without a table of data',
  ),
  refusedAs(
    'a PDF',
    () => utf8('%PDF-1.7\n%âãÏÓ\n'),
    'pdf',
    'unsupported_kind',
    'is a PDF document',
  ),
  refusedAs(
    'a zip of the file',
    (good) => new Uint8Array(zipSync({ 'day.xlsx': workbookBytes(good.sheets) })),
    'zip',
    'unsupported_kind',
    'is a ZIP archive and no workbook: it holds day.xlsx',
  ),
  refusedAs(
    'an error in JSON',
    () => utf8('{"error":"session expired"}'),
    'csv',
    'unsupported_kind',
    'is data in JSON',
  ),
];

/** Each provider's file taken for each other's. */
const WRONG: readonly Kind[] = PROVIDERS.map((other) => ({
  name: `a file of ${other}`,
  of: PROVIDERS.filter((provider) => provider !== other) as readonly Provider[],
  make: (good) => ({
    sheets: goodFile(other, { seed: 3 }).sheets,
    refused: {
      code: 'wrong_provider',
      says: `is not a file of ${good.provider}: its columns are those of ${other}`,
    },
  }),
}));

export const CONTAINERS: readonly Kind[] = [
  ...FORMATS,
  ...TEXTS,
  ...SHEETS,
  ...DRESSED,
  ...BROKEN,
  ...WRONG,
];
