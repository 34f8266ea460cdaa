import { findHeader, type HeaderMatch, isRejectReport, recognize } from './find-header.ts';
import type { Layout } from './layout.schema.ts';
import { ProviderFileError } from './provider-file-error.ts';
import type { SheetRow } from './types.ts';

/** Why a file has no usable header: another provider's, a list of refusals, columns missing, or none at all. */
export function headerRefusal(
  layout: Layout,
  layouts: readonly Layout[],
  file: string,
  head: { readonly sheet: string; readonly rows: readonly SheetRow[] } | undefined,
): ProviderFileError {
  const rows = head?.rows ?? [];
  const where = { file, ...(head && { sheet: head.sheet }) };
  const other = recognize(
    rows,
    layouts.filter(({ provider }) => provider !== layout.provider),
  );
  if (other) {
    const name = other.layout.provider;
    return new ProviderFileError(
      'wrong_provider',
      `${file} is not a file of ${layout.provider}: its columns are those of ${name}. Choose ${name} as its provider, or choose another file.`,
      where,
    );
  }
  if (isRejectReport(rows)) {
    return new ProviderFileError(
      'wrong_provider',
      `${file} is not a file of transactions: its columns are those of a report of refused transactions. Choose the file of transactions.`,
      where,
    );
  }
  const match = findHeader(rows, layout);
  return match ? missingColumns(match, where) : headerNotFound(layout, rows, where);
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
  layout: Layout,
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

/** A header without a transaction below it: neither success nor a fault to be overlooked. */
export function noRows(file: string, sheet: string): ProviderFileError {
  return new ProviderFileError(
    'no_rows',
    `${file} has a header but no transactions (0 rows). If the day had some, ask the provider for the file again.`,
    { file, sheet },
  );
}
