import { findHeader, type HeaderMatch, isRejectReport, recognize } from './find-header.ts';
import { ProviderFileError } from './provider-file-error.ts';
import type { SheetLayout } from './sheet-layout.schema.ts';
import type { SheetRow } from './types.ts';

/**
 * Returns why a file has no usable header: another provider's file, a list of declined transactions,
 * missing columns, or no header at all.
 */
export function headerRefusal(
  layout: SheetLayout,
  layouts: readonly SheetLayout[],
  file: string,
  head: { readonly sheet: string; readonly rows: readonly SheetRow[] } | undefined,
): ProviderFileError {
  const rows = head?.rows ?? [];
  const where = { file, ...(head && { sheet: head.sheet }) };
  const other = recognize(
    rows,
    layouts.filter((one) => one.content !== layout.content || one.provider !== layout.provider),
  );
  if (other) return wrongProvider(layout, other.layout, where);
  if (isRejectReport(rows)) {
    return new ProviderFileError(
      'wrong_provider',
      `${file} is not a file of ${layout.content}: its columns are those of a report of refused transactions. Choose the file of ${layout.content}.`,
      where,
    );
  }
  const match = findHeader(rows, layout);
  return match ? missingColumns(match, where) : headerNotFound(layout, rows, where);
}

function wrongProvider(layout: SheetLayout, other: SheetLayout, where: Where): ProviderFileError {
  const name = other.provider;
  const message =
    other.content === layout.content
      ? `${where.file} is not a file of ${layout.provider}: its columns are those of ${name}. Choose ${name} as its provider, or choose another file.`
      : `${where.file} is not a file of ${layout.content}: its columns are those of ${name}'s ${other.content}. Choose a file of ${layout.content}.`;
  return new ProviderFileError('wrong_provider', message, where);
}

type Where = { readonly file: string; readonly sheet?: string };

function missingColumns(match: HeaderMatch, where: Where): ProviderFileError {
  const names = match.missing.map(({ header }) => `'${header}'`).join(', ');
  const sheet =
    where.sheet === undefined ? '' : ` (sheet ${where.sheet}, header in row ${match.row.row})`;
  return new ProviderFileError(
    'missing_columns',
    `${where.file}${sheet} has no column ${names}. Ask ${match.layout.provider} for the complete file, or adapt the layout.`,
    where,
  );
}

function headerNotFound(
  layout: SheetLayout,
  rows: readonly SheetRow[],
  where: Where,
): ProviderFileError {
  const first = layout.columns
    .filter(({ required }) => required)
    .slice(0, 4)
    .map(({ header }) => `'${header}'`)
    .join(', ');
  const seen =
    rows.length === 0
      ? 'it holds no rows'
      : `none of its first ${layout.headerDepth} rows has ${first}, …`;
  return new ProviderFileError(
    rows.length === 0 ? 'no_rows' : 'header_not_found',
    `${where.file} has no header row of ${layout.provider}: ${seen}. Choose the provider's own file.`,
    where,
  );
}

/** A header with nothing below it is neither a success nor an error in a row. */
export function noRows({ content }: SheetLayout, file: string, sheet: string): ProviderFileError {
  return new ProviderFileError(
    'no_rows',
    `${file} has a header but no ${content} (0 rows). If the day had some, ask the provider for the file again.`,
    { file, sheet },
  );
}
