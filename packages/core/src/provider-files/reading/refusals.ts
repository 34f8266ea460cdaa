import { ProviderFileError } from '../provider-file-error.ts';
import type { ForeignKind } from '../types.ts';
import type { Reading } from './reading.ts';

const megabytes = (bytes: number) => `${Math.ceil(bytes / (1024 * 1024))} MB`;

export function damaged(
  reading: Reading,
  what: string,
  detail: { readonly sheet?: string; readonly cause?: unknown } = {},
): ProviderFileError {
  return new ProviderFileError(
    'damaged_file',
    `${reading.file.name} is damaged: ${what}. Get the file again from the provider, or open it in Excel and save it anew.`,
    { file: reading.file.name, ...detail },
  );
}

/** @param row number as shown in Excel. */
export const tooWide = (reading: Reading, row: number): ProviderFileError =>
  damaged(reading, `row ${row} is wider than the 16,384 cells that a worksheet has`);

export function tooLarge(reading: Reading, what: string): ProviderFileError {
  return new ProviderFileError(
    'too_large',
    `${reading.file.name} is too large: ${what}. Split it into smaller files.`,
    { file: reading.file.name },
  );
}

export function tooManyBytes(reading: Reading): ProviderFileError {
  const { file, limits } = reading;
  return tooLarge(
    reading,
    `it has ${megabytes(file.blob.size)}, and at most ${megabytes(limits.maxBytes)} are read`,
  );
}

export function tooManyRows(reading: Reading, sheet: string): ProviderFileError {
  return new ProviderFileError(
    'too_many_rows',
    `Sheet "${sheet}" of ${reading.file.name} has more than ${reading.limits.maxRows} rows. Split it into smaller files.`,
    { file: reading.file.name, sheet },
  );
}

export function unzipBomb(reading: Reading, what: string): ProviderFileError {
  return new ProviderFileError(
    'unzip_bomb',
    `${reading.file.name} was refused while it was being unpacked: ${what}. Make sure that it comes from the provider, then open it in Excel and save it anew.`,
    { file: reading.file.name },
  );
}

export function encrypted(reading: Reading): ProviderFileError {
  return new ProviderFileError(
    'encrypted_file',
    `${reading.file.name} is protected by a password. Open it in Excel, save it without a password, and take that file.`,
    { file: reading.file.name },
  );
}

export function emptyFile(reading: Reading): ProviderFileError {
  return new ProviderFileError(
    'empty_file',
    `${reading.file.name} is empty. Get the file again from the provider.`,
    { file: reading.file.name },
  );
}

export function webPage(reading: Reading): ProviderFileError {
  return new ProviderFileError(
    'web_page',
    `${reading.file.name} is a web page without a table of data, most likely a sign-in or error page saved in place of the file. Sign in at the provider and download the file again.`,
    { file: reading.file.name },
  );
}

const SAVE_AS = 'save it as .xlsx';
const TAKE = "Take the provider's .xlsx, .xls or .csv file";
const SPREADSHEET = `Open it in Excel or LibreOffice and ${SAVE_AS}`;
const DOCUMENT = `${TAKE}, or copy its table into a spreadsheet and ${SAVE_AS}`;

/** What the file is, and what to do about it. */
const FOREIGN: Readonly<Record<ForeignKind, readonly [real: string, advice: string]>> = {
  xlsb: ['a binary Excel workbook (.xlsb)', 'Open it in Excel and save it as .xlsx'],
  ods: ['an OpenDocument spreadsheet (.ods)', SPREADSHEET],
  'flat-ods': ['an OpenDocument spreadsheet in one XML file (.fods)', SPREADSHEET],
  iwork: [
    "a document of Apple's Numbers, Pages or Keynote",
    'Open it there and export its table to Excel (.xlsx)',
  ],
  sylk: ['a SYLK spreadsheet (.slk)', SPREADSHEET],
  dif: ['a spreadsheet in the Data Interchange Format (.dif)', SPREADSHEET],
  dbase: ['a dBase table (.dbf)', SPREADSHEET],
  lotus: ['a Lotus 1-2-3 spreadsheet', `Open it in LibreOffice and ${SAVE_AS}`],
  quattro: ['a Quattro Pro spreadsheet', `Open it in LibreOffice and ${SAVE_AS}`],
  works: ['a document of Microsoft Works', `Open it in LibreOffice and ${SAVE_AS}`],
  gnumeric: ['a Gnumeric spreadsheet', `Open it in Gnumeric and ${SAVE_AS}`],
  word: ['a text document (Word)', DOCUMENT],
  powerpoint: ['a PowerPoint presentation', DOCUMENT],
  opendocument: ['an OpenDocument text, drawing or presentation', DOCUMENT],
  office: ['a document of an Office program and no workbook', DOCUMENT],
  rtf: ['a text document (RTF)', DOCUMENT],
  pdf: ['a PDF document', TAKE],
  image: ['a picture', TAKE],
  mhtml: [
    "a web archive (MHTML, Excel's 'Single File Web Page')",
    `Open it in Excel and ${SAVE_AS}`,
  ],
  email: ['an e-mail message', 'Open it and take the file that is attached'],
  xml: ['an XML file and no workbook', TAKE],
  json: [
    'data in JSON, most likely an error message saved in place of the file',
    'Sign in at the provider and download the file again',
  ],
  text: ['text without columns: no comma, semicolon, tab or | separates its cells', TAKE],
  'utf-32': ['text in UTF-32', 'Save it as CSV in UTF-8'],
  zip: ['a ZIP archive and no workbook', 'Unpack it and take the spreadsheet that is inside'],
  archive: ['a packed archive', 'Unpack it and take the spreadsheet that is inside'],
  database: ['a database', 'Export its table as .csv or .xlsx'],
  program: ['a program', TAKE],
  binary: [
    'neither text nor a workbook: it holds control characters',
    'Get the file again from the provider',
  ],
};

/** @param inside names of the files in an archive. */
export function unsupported(
  reading: Reading,
  kind: ForeignKind,
  inside: readonly string[] = [],
): ProviderFileError {
  const { name } = reading.file;
  const isLock = /(^|[/\\])~\$/.test(name) && kind === 'binary';
  const [real, advice] = isLock
    ? ([
        'the lock file that Excel keeps while a workbook is open',
        'Take the file without "~$"',
      ] as const)
    : FOREIGN[kind];
  const holds = inside.length === 0 ? '' : `: it holds ${listed(inside)}`;
  return new ProviderFileError('unsupported_kind', `${name} is ${real}${holds}. ${advice}.`, {
    file: name,
  });
}

const LISTED = 3;

function listed(names: readonly string[]): string {
  const rest = names.length - LISTED;
  return `${names.slice(0, LISTED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
