import * as z from 'zod/mini';
import { formatDay } from '../format/dates.ts';
import { Decimal } from '../format/decimal.ts';
import { groupThousands } from '../format/values.ts';
import { decodeRow } from '../resource/decode-row.ts';
import type { Draft, Issues } from '../resource/form.types.ts';
import { integer, text } from '../resource/wire-values.ts';
import { emailReport, reportIssues } from '../resources/reports/reports.rules.ts';
import type {
  ReportAsked,
  ReportCell,
  ReportColumn,
  ReportFigures,
  ReportPorts,
  ReportTable,
} from '../workflows/report/report.types.ts';
import type { Client } from './client.ts';
import { listBehind, sentList } from './figures.ts';
import { answerOfChange } from './send-change.ts';

const OPERATION = 'reports.show';

const row = z.object({
  values: z.array(z.string()),
  lists: z.nullish(z.array(sentList)),
});
type SentRow = z.output<typeof row>;

/** What `GET reporting` answers: amounts and quantities as exact text (REP-02). */
export const reportSchema = z.object({
  title: text(),
  about: z.nullish(z.array(z.string())),
  tables: z.nullish(
    z.array(
      z.object({
        title: z.string(),
        by: text(),
        currency: text(),
        columns: z.array(z.object({ name: z.string(), title: z.string(), kind: z.string() })),
        rows: z.array(row),
        total: z.nullish(row),
        left_out: integer(),
      }),
    ),
  ),
});

const KINDS: readonly ReportColumn['kind'][] = ['text', 'money', 'quantity', 'days', 'day'];
const NUMBERS: Readonly<Record<string, (value: Decimal) => string>> = {
  money: (value) => groupThousands(value, 2),
  quantity: (value) => groupThousands(value, 2),
  days: (value) => groupThousands(value, 0),
};

const cellsOf = (columns: readonly ReportColumn[], sent: SentRow): readonly ReportCell[] =>
  columns.map(({ kind }, at) => {
    const written = sent.values[at] ?? '';
    const numbered = NUMBERS[kind];
    const value = numbered ? Decimal.parse(written) : undefined;
    const shown = kind === 'day' && written !== '' ? formatDay(written) : written;
    return {
      text: numbered && value ? numbered(value) : shown,
      value,
      list: listBehind(sent.lists?.[at]),
    };
  });

type SentTable = NonNullable<z.output<typeof reportSchema>['tables']>[number];

function tableOf(sent: SentTable): ReportTable {
  const columns = sent.columns.map(({ kind, name, title }) => ({
    name,
    title,
    kind: KINDS.find((known) => known === kind) ?? 'text',
  }));
  return {
    title: sent.title,
    by: sent.by ?? '',
    currency: sent.currency ?? '',
    columns,
    rows: sent.rows.map((one) => cellsOf(columns, one)),
    total: sent.total ? cellsOf(columns, sent.total) : undefined,
    leftOut: sent.left_out ?? 0,
  };
}

/**
 * Returns the choices as fields of the report's form: 'columns' is one text.
 *
 * @param asked the report's choices
 */
export const reportDraft = ({ by, columns, from, report_type, to }: ReportAsked) => ({
  report_type,
  from: from ?? '',
  to: to ?? '',
  by: by ?? '',
  columns: columns?.join(',') ?? '',
});

const reportAskedIssues = (asked: ReportAsked): Issues => reportIssues(reportDraft(asked));

/**
 * Loads a report's figures, the same as its file has (REP-02). Rejects with an `ApiError`; 422 at '/by' or '/columns' for
 * a choice that the report doesn't have.
 *
 * @param client whose session and connection are used
 * @param asked the report's choices
 * @param signal aborts the call
 * @returns the figures in tables
 * @example
 * const { tables } = await getReport(client, { report_type: 'aging' });
 * tables[0]?.total?.at(-1)?.text; // '54,113.68'
 */
export async function getReport(
  client: Client,
  asked: ReportAsked,
  signal?: AbortSignal,
): Promise<ReportFigures> {
  const query = Object.entries(reportDraft(asked)).filter(([, value]) => value !== '');
  const { data } = await client.http.json(
    { operation: OPERATION, method: 'GET', path: 'reporting', query, ...(signal && { signal }) },
    z.record(z.string(), z.unknown()),
  );
  const found = decodeRow(reportSchema, data, (path, message) =>
    client.report({ operation: OPERATION, path, message }),
  );
  return {
    title: found.title ?? '',
    about: found.about ?? [],
    tables: (found.tables ?? []).map(tableOf),
  };
}

/**
 * Sends a report by e-mail (REP-03): the draft of `emailReport`. Under one key it is sent once; `again` says that it was
 * sent before under this one. Rejects with an `ApiError`: 422 at '/recipients' for recipients who may not make the report, 429
 * beyond the limit of e-mails.
 *
 * @param client whose session and connection are used
 * @param draft the values of `emailReport`
 * @param options a key that is the same for each try; `signal` aborts the call
 * @returns whether it was sent before
 */
export async function sendReport(
  client: Client,
  draft: Draft,
  { idempotencyKey, signal }: { readonly idempotencyKey: string; readonly signal?: AbortSignal },
): Promise<{ readonly again: boolean }> {
  const answer = await answerOfChange(
    client,
    {
      ...emailReport.call([], draft),
      operation: 'reports.email',
      idempotencyKey,
      ...(signal && { signal }),
    },
    z.unknown(),
  );
  return { again: answer?.headers.get('idempotent-replayed') === 'true' };
}

/**
 * Returns the ports for a report on screen.
 *
 * @param client whose session and connection are used
 */
export const reportPorts = (client: Client): ReportPorts => ({
  check: reportAskedIssues,
  load: (asked, signal) => getReport(client, asked, signal),
});
