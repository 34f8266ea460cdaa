import { ProviderFileError } from '../provider-file-error.ts';
import type { FileKind } from '../types.ts';
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

const REAL_KIND: Partial<Record<FileKind, readonly [real: string, advice: string]>> = {
  mhtml: ['a web archive (MHTML)', 'Open it in Excel and save it as .xlsx'],
  xlsb: ['a binary Excel workbook (.xlsb)', 'Open it in Excel and save it as .xlsx'],
  ods: ['an OpenDocument file', 'Open it in its own program and save it as .xlsx'],
  zip: ['a ZIP archive and no workbook', 'Unpack it and take the spreadsheet that is inside'],
  pdf: ['a PDF document', "Take the provider's .xlsx, .xls or .csv file"],
};

export function unsupported(reading: Reading, kind: FileKind): ProviderFileError {
  const { name } = reading.file;
  const [real, advice] =
    REAL_KIND[kind] ??
    (/(^|[/\\])~\$/.test(name)
      ? ['the lock file that Excel keeps while a workbook is open', 'Take the file without "~$"']
      : ['no kind of spreadsheet that is known', "Take the provider's .xlsx, .xls or .csv file"]);
  return new ProviderFileError('unsupported_kind', `${name} is ${real}. ${advice}.`, {
    file: name,
  });
}
