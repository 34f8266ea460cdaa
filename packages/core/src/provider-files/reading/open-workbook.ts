import { requireFile } from '../require-arguments.ts';
import type { OpenOptions, ProviderFile, Workbook } from '../types.ts';
import { orAborted, type Reading, startReading } from './reading.ts';
import { emptyFile, encrypted, tooManyBytes, unsupported } from './refusals.ts';
import { openWithSheetJs } from './sheetjs/open-with-sheetjs.ts';
import { sniffFile } from './sniff/sniff-file.ts';
import { openCsv } from './text/open-csv.ts';
import { openXls } from './xls/open-xls.ts';
import { openXlsx } from './xlsx/open-xlsx.ts';
import { Archive } from './zip/archive.ts';

/** Returns the names of the files in an archive; none if its directory can't be read. */
async function packedFiles(reading: Reading): Promise<string[]> {
  const archive = await Archive.open(reading).catch(() => undefined);
  return (archive?.entries ?? [])
    .map(({ name }) => name)
    .filter((name) => !/\/$|^__MACOSX\//.test(name));
}

async function openKind(reading: Reading): Promise<Workbook> {
  const kind = await orAborted(sniffFile(reading.file.blob), reading.signal);
  reading.signal?.throwIfAborted();
  switch (kind) {
    case 'xlsx':
      return openXlsx(reading);
    case 'csv':
      return openCsv(reading);
    case 'xls':
      return openXls(reading);
    case 'html':
    case 'spreadsheetml':
      return openWithSheetJs(reading, kind);
    case 'empty':
      throw emptyFile(reading);
    case 'encrypted':
      throw encrypted(reading);
    case 'unknown':
      throw unsupported(reading, 'binary');
    case 'zip':
      throw unsupported(reading, kind, await packedFiles(reading));
    default:
      throw unsupported(reading, kind);
  }
}

/**
 * Opens a provider's file, whatever its name claims. Reads .xlsx, .xls and delimited text row by row, and
 * tables in HTML and SpreadsheetML 2003 as a whole. Dates remain serial numbers, and texts remain as
 * stored.
 *
 * @param file the file's name and content
 * @param options limits of reading, and a signal that aborts it
 * @returns the sheets, whose rows are read as they are iterated
 * @throws {ProviderFileError} `empty_file`, `unsupported_kind`, `encrypted_file`, `damaged_file`,
 *   `web_page`, `too_large`, `too_many_rows`, `unzip_bomb`; here, or while rows are read.
 * @throws {TypeError} for what is no file.
 * @throws the signal's reason once it is aborted.
 */
export async function openWorkbook(
  file: ProviderFile,
  options: OpenOptions = {},
): Promise<Workbook> {
  requireFile(file);
  const reading = startReading(file, options);
  reading.signal?.throwIfAborted();
  if (file.blob.size > reading.limits.maxBytes) throw tooManyBytes(reading);
  return openKind(reading);
}
