import * as z from 'zod/mini';
import { Decimal } from '../format/decimal.ts';
import type { Download } from '../http/http.types.ts';
import { ApiError, type Known, schemaError } from '../http/outcome.ts';
import { downloadFile, type FormFields, fileForm } from '../http/transfer.ts';
import { wholeRows } from '../http/whole-rows.ts';
import { EXPORT_MESSAGES } from '../messages/export-messages.ts';
import { type ProviderFile, TRANSACTION_PROVIDERS } from '../provider-files/types.ts';
import { pathPart } from '../resource/path-part.ts';
import type { ImportRecord, ImportTotal, PastImport } from '../workflows/import/import.types.ts';
import { type Client, DEFAULT_IMPORT_LIMITS, waitFor } from './client.ts';
import { lenientCount as count, lenientText as text } from './lenient.ts';

const OPERATION = 'transactions.import';

/** A result file in CSV is judged by its rows. */
const RESULT_KINDS = ['zip'] as const;

/** The result file, which has each row that was sent: one with fewer was cut off (ERR-03). */
function wholeResult(
  download: Download,
  { duplicates, imported, rejected }: Pick<ImportRecord, 'duplicates' | 'imported' | 'rejected'>,
  known: Known,
): Download {
  if (!download.contentType?.startsWith('text/csv')) return download;
  const sent = imported + duplicates + rejected;
  const { body } = wholeRows(download.body, known, async (rows) =>
    rows < sent ? EXPORT_MESSAGES.short(sent, rows) : undefined,
  );
  return { ...download, body };
}

const correctionSchema = z.object({
  sheet: text,
  row: count,
  column: text,
  cell: text,
  from: text,
  to: text,
  reason: z.optional(text),
});

const amount = z.pipe(
  text,
  z.transform((value, context): string => {
    if (Decimal.parse(value)) return value;
    context.issues.push({ code: 'custom', input: value, message: 'not an amount' });
    return z.NEVER;
  }),
);

const totalSchema = z.pipe(
  z.object({
    ...{ currency: text, lines: count, purchases: count, cost: amount, markup: amount, amount },
    ...{ left_out_lines: count, left_out: amount, without_company_lines: count },
  }),
  z.transform(
    ({
      left_out: leftOut,
      left_out_lines: leftOutLines,
      without_company_lines: withoutCompanyLines,
      ...total
    }): ImportTotal => ({
      ...total,
      leftOutLines,
      leftOut,
      ...(withoutCompanyLines > 0 && { withoutCompanyLines }),
    }),
  ),
);

/** Totals that can't be read are left out, because the import is done anyway. */
const totalsSchema = z.catch(z.optional(z.array(totalSchema)), undefined);

const importSchema = z.pipe(
  z.object({
    id: text,
    key: text,
    provider: text,
    file_name: text,
    sha256: text,
    state: z.enum(['received', 'running', 'done', 'failed']),
    imported: count,
    duplicates: count,
    rejected: count,
    exceptions: count,
    totals: totalsSchema,
    corrections: z.optional(z.array(correctionSchema)),
    corrected_from: z.optional(z.object({ file_name: text, sha256: text })),
  }),
  z.transform(
    ({
      file_name: fileName,
      corrected_from: from,
      corrections,
      exceptions,
      totals,
      ...wire
    }): ImportRecord => ({
      ...wire,
      fileName,
      ...(exceptions > 0 && { exceptions }),
      ...(totals && { totals }),
      ...(corrections && { corrections }),
      ...(from && { correctedFrom: { fileName: from.file_name, sha256: from.sha256 } }),
    }),
  ),
);

const pastSchema = z.object({
  metadata: z.object({ total_count: count }),
  imports: z.array(
    z.pipe(
      z.object({
        id: text,
        by: text,
        at: text,
        provider: text,
        file_name: text,
        state: z.enum(['received', 'running', 'done', 'failed']),
        imported: count,
        duplicates: count,
        rejected: count,
        corrected_cells: count,
        totals: totalsSchema,
      }),
      z.transform(
        ({ corrected_cells, file_name: fileName, totals, ...wire }): PastImport => ({
          ...wire,
          fileName,
          correctedCells: corrected_cells,
          ...(totals && { totals }),
        }),
      ),
    ),
  ),
});

/** A page of the history of imports. */
export interface ImportHistory {
  readonly imports: readonly PastImport[];
  /** Number of imports on all pages. */
  readonly totalRecords: number;
}

/**
 * Loads a page of the history of imports, the latest first (TXN-13). Staff see all imports, others those of their
 * company. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param page from 0
 * @returns the page
 */
export async function listImports(
  client: Client,
  {
    page,
    signal,
    size,
  }: { readonly page: number; readonly size: number; readonly signal?: AbortSignal },
): Promise<ImportHistory> {
  const { data } = await client.http.json(
    {
      operation: 'imports.history',
      method: 'GET',
      path: 'imports/history',
      query: [
        ['page', String(page)],
        ['size', String(size)],
      ],
      ...(signal && { signal }),
    },
    pastSchema,
  );
  return { imports: data.imports, totalRecords: data.metadata.total_count };
}

/**
 * Downloads the result file of a past import again. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param id the import's id
 * @param signal aborts the call
 * @returns the file as a stream
 */
export const downloadImportResult = async (
  client: Client,
  id: string,
  signal?: AbortSignal,
): Promise<Download> => {
  const call = {
    operation: 'imports.result',
    method: 'GET',
    path: `imports/${pathPart(id)}/result`,
    ...(signal && { signal }),
  } as const;
  const download = await downloadFile(client.http, call, RESULT_KINDS);
  const { operation } = call;
  return wholeResult(download, countsIn(download.headers), { operation, outcome: 'none' });
};

/**
 * Looks up an import by its key, so that a client that lost the response learns the outcome. Resolves to
 * undefined if the service never accepted the file; rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param key the import's idempotency key, from `importKey`
 * @param signal aborts the call
 */
export async function findImport(
  client: Client,
  key: string,
  signal?: AbortSignal,
): Promise<ImportRecord | undefined> {
  const { data } = await client.http.json(
    {
      operation: 'imports.find',
      method: 'GET',
      path: 'imports',
      query: [['key', key]],
      ...(signal && { signal }),
    },
    z.array(importSchema),
  );
  return data.find((record) => record.key === key);
}

const tablesSchema = z.object({
  providers: z.array(z.string()),
  layouts: z._default(z.array(z.unknown()), []),
  tax_tables: z._default(z.array(z.unknown()), []),
});

/** What a service uses to check files, in addition to what the package includes (TXN-15, TXN-16). */
export interface ImportTables {
  /** All providers that an import can name, the built-in ones first. */
  readonly providers: readonly string[];
  /** Layouts defined by the service, for `CheckOptions.layouts`. */
  readonly layouts: readonly unknown[];
  /** Tax tables defined by the service, for `CheckOptions.taxTables`. */
  readonly taxTables: readonly unknown[];
}

/** The built-in providers, without any additions of a service. */
export const BUILT_IN_TABLES: ImportTables = {
  providers: TRANSACTION_PROVIDERS,
  layouts: [],
  taxTables: [],
};

/**
 * Loads the layouts and tax tables defined by the service, so that the local check gives the same result as
 * the service's. A 404 means that it defines none. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param signal aborts the call
 * @returns the layouts and tax tables, empty if the service defines none
 */
export async function loadImportTables(
  client: Client,
  signal?: AbortSignal,
): Promise<ImportTables> {
  const call = {
    operation: 'imports.layouts',
    method: 'GET',
    path: 'imports/layouts',
    ...(signal && { signal }),
  } as const;
  try {
    const { data } = await client.http.json(call, tablesSchema);
    return { providers: data.providers, layouts: data.layouts, taxTables: data.tax_tables };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return BUILT_IN_TABLES;
    throw error;
  }
}

/** A provider's file to send, and the key under which it is entered only once. */
export interface ImportFile {
  readonly file: ProviderFile;
  readonly provider: string;
  /** From `importKey`; sent as Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of the content in hex; stored in the import's record. */
  readonly sha256?: string;
  /** Sent along with the file. */
  readonly fields?: FormFields | undefined;
}

/** An accepted file; its result file is still to be downloaded. */
export interface ImportAnswer {
  readonly download: Download;
  readonly record: ImportRecord;
  /** The service already had this key and repeated its first response. */
  readonly replayed: boolean;
}

const countOf = (headers: Headers, name: string): number => Number(headers.get(name)) || 0;

/** How many of the sent rows became what, by the answer's headers. */
const countsIn = (
  headers: Headers,
): Pick<ImportRecord, 'duplicates' | 'imported' | 'rejected'> => ({
  imported: countOf(headers, 'x-import-imported'),
  duplicates: countOf(headers, 'x-import-duplicates'),
  rejected: countOf(headers, 'x-import-rejected'),
});

function totalsIn(headers: Headers): readonly ImportTotal[] | undefined {
  try {
    return z.parse(totalsSchema, JSON.parse(headers.get('x-import-totals') ?? ''));
  } catch {
    return undefined;
  }
}

/**
 * Sends a provider's file (TXN-04) under its key. Rejects with an `ApiError`. If its `outcome` is
 * 'unknown', the file may have been accepted: ask `findImport`.
 *
 * @param client whose session and connection are used
 * @param file content, provider, account and key
 * @param signal aborts the call
 * @returns what the service made of it
 */
export async function sendImport(
  client: Client,
  { fields, file, key, provider, sha256 = '' }: ImportFile,
  signal?: AbortSignal,
): Promise<ImportAnswer> {
  const call = {
    operation: OPERATION,
    method: 'POST',
    path: 'import_transactions',
    query: [['provider', provider]],
    form: fileForm(file, fields),
    idempotencyKey: key,
    // The service responds when the import is done, which may take minutes (TXN-04).
    timeoutMs: waitFor(client.imports ?? DEFAULT_IMPORT_LIMITS, file.blob),
    ...(signal && { signal }),
  } as const;
  const download = await downloadFile(client.http, call, RESULT_KINDS);
  const { headers } = download;
  const id = headers.get('x-import-id');
  const exceptions = countOf(headers, 'x-import-exceptions');
  const totals = totalsIn(headers);
  const fromHeaders: ImportRecord = {
    id: id ?? '',
    key,
    provider,
    fileName: file.name,
    sha256,
    state: 'done',
    ...countsIn(headers),
    ...(exceptions > 0 && { exceptions }),
    ...(totals && { totals }),
  };
  const replayed = headers.get('idempotent-replayed') === 'true';
  const { requestId } = download;
  const whole = (record: ImportRecord): ImportAnswer => ({
    download: wholeResult(download, record, {
      operation: OPERATION,
      outcome: 'unknown',
      requestId,
    }),
    record,
    replayed,
  });
  if (id) return whole(fromHeaders);
  // Browsers may hide these headers across origins; the record has the same counts.
  const record = await findImport(client, key, signal).catch(() => undefined);
  if (record) return whole(record);
  await download.body.cancel();
  throw schemaError(
    { operation: OPERATION, requestId, outcome: 'unknown' },
    'no import id in the answer',
  );
}
