import { ESSO_HEADER } from '../esso.ts';
import { pipelineSheet } from '../pipeline.ts';
import { type Cell, workbookBytes } from '../workbook.ts';
import {
  accepted,
  BAD_FILES_DAY,
  type BadFile,
  essoDetails,
  essoSheetOf,
  fileOf,
  refused,
} from './build.ts';

const ROWS = 6;
const utf8 = (text: string) => new TextEncoder().encode(text);

/** A good day under names and in kinds it should not have, and files that are no transactions at all. */
export function disguisedFiles(): BadFile[] {
  const sheet = essoSheetOf(essoDetails(ROWS));
  const esso = (
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    expected = accepted(ROWS),
  ): BadFile => ({
    name,
    provider: 'ESSO',
    bytes,
    expected,
  });
  const xlsx = workbookBytes([sheet]);
  return [
    esso('html.xls', workbookBytes([sheet], { type: 'html' })),
    esso('tsv.xls', utf8(tabbed(sheet.rows))),
    esso('xmlss.xls', workbookBytes([sheet], { type: 'xlml' })),
    esso('xlsx_named.xls', xlsx),
    esso('mht.xls', utf8(MHTML), refused('unsupported_kind', 'MHT')),
    esso('login_page.xls', utf8(LOGIN_PAGE), refused('web_page')),
    esso('empty.xlsx', new Uint8Array(0), refused('empty_file')),
    esso('cut_off.xlsx', xlsx.slice(0, Math.floor(xlsx.length * 0.6)), refused('damaged_file')),
    esso('header_only.xlsx', workbookBytes([essoSheetOf([])]), refused('no_rows', '0 rows')),
    fileOf(
      'no_header.xlsx',
      'ESSO',
      [{ name: 'Notes', rows: [['Dear customer,'], ['see attached.']] }],
      refused('header_not_found', 'REC_TYPE'),
    ),
    fileOf(
      'pipeline_as_esso.xlsx',
      'ESSO',
      [pipelineSheet(BAD_FILES_DAY, 8)],
      refused('wrong_provider', 'Pipeline'),
    ),
    fileOf(
      'reject_report.xlsx',
      'TAPetro',
      [REJECT_REPORT],
      refused('wrong_provider', 'refused transactions'),
    ),
    esso(
      'trailer_missing.xlsx',
      workbookBytes([{ ...sheet, rows: sheet.rows.slice(0, -1) }]),
      accepted(ROWS, '- FILE-TRAILER'),
    ),
    esso(
      'rows_missing.xlsx',
      workbookBytes([{ ...sheet, rows: [...sheet.rows.slice(0, 4), ...sheet.rows.slice(-1)] }]),
      accepted(2, 'B5 FILE-COUNT', 'C5 FILE-QUANTITY', 'D5 FILE-TOTAL'),
    ),
  ];
}

function tabbed(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map((cell) => String(cell ?? '')).join('\t')).join('\r\n')}\r\n`;
}

const LOGIN_PAGE = `<!DOCTYPE html>
<html><head><title>Sign in</title></head>
<body><form action="/login" method="post"><input name="user"><input name="password" type="password"></form></body></html>`;

const MHTML = `MIME-Version: 1.0\r
Content-Type: multipart/related; boundary="----=_NextPart_01"\r
\r
------=_NextPart_01\r
Content-Type: text/html; charset="us-ascii"\r
\r
<html><body><table><tr>${ESSO_HEADER.map((header) => `<td>${header}</td>`).join('')}</tr></table></body></html>\r
------=_NextPart_01--\r
`;

const REJECT_REPORT = {
  name: 'Rejects',
  rows: [
    [
      'Date/Time',
      'Card',
      'Invoice',
      'Location ID',
      'Unit',
      'Driver ID',
      'Error Code',
      'Error Description',
      'Policy',
    ],
    ['2026-11-18 04:10', '*0541', '13504', 'AZ041', '1104', '77', '48', 'OVER DAILY LIMIT', '2'],
  ],
};
