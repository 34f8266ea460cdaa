import type { ExitCode } from '../exit-codes.ts';
import { redact } from '../redact.ts';
import type { Amount, NightReport, Rows } from './night.types.ts';

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  /** Numbers as text, so that amounts stay exact. */
  readonly value: string | number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

const amountsWith = (result: string, amounts: readonly Amount[]): Sample[] =>
  amounts.map(({ amount, currency }) => ({ labels: { currency, result }, value: amount }));

/**
 * Formats a night as Prometheus text (exposition format 0.0.4). Every sample has its inbox as a
 * label, so that the files of several inboxes can be collected together. `lastSuccess` is the end
 * of the last run with exit code 0.
 */
export function metricsText(
  report: NightReport,
  exitCode: ExitCode,
  lastSuccess: string | undefined,
): string {
  return textOf(report.inbox, metricsOf(report, exitCode, lastSuccess));
}

interface NightEnd {
  readonly inbox: string;
  readonly exitCode: ExitCode;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly lastSuccess: string | undefined;
  /** A dry run is no success: nothing was imported. */
  readonly dryRun: boolean;
}

/** Metrics of a run that ended without figures. */
export const endMetricsText = (end: NightEnd): string => textOf(end.inbox, endMetrics(end));

function textOf(of: string, metrics: readonly Metric[]): string {
  const inbox = redact(of);
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ help, name, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...samples.map(({ labels, value }) => {
        const pairs = Object.entries({ inbox, ...labels });
        const text = pairs.map(([label, of]) => `${label}="${escaped(of)}"`).join(',');
        return `${name}{${text}} ${value}`;
      }),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

const NO_ROWS: Rows = { imported: 0, duplicates: 0, rejected: 0, keptOut: 0 };

const rowCounts = ({ duplicates, imported, keptOut, rejected }: Rows) => ({
  entered: imported,
  duplicate: duplicates,
  rejected,
  kept_out: keptOut,
});

function metricsOf(
  { deliveries, dryRun, earlier, endedAt, inbox, startedAt, stillRejected, totals }: NightReport,
  exitCode: ExitCode,
  lastSuccess: string | undefined,
): readonly Metric[] {
  const { late } = earlier ?? {};
  const by = (label: string, counts: Readonly<Record<string, number>>): Sample[] =>
    Object.entries(counts).map(([value, of]) => ({ labels: { [label]: value }, value: of }));
  return [
    {
      name: 'forecourt_night_files',
      help: 'Files of the night by state; state="found" counts all of them.',
      samples: by('state', {
        found: totals.files,
        imported: totals.imported,
        imported_before: totals.alreadyImported,
        rejected: totals.rejected,
        set_aside: totals.setAside,
        unknown: totals.unknown,
        left: totals.left,
      }),
    },
    {
      name: 'forecourt_night_rows',
      help: 'Rows of the imported files; kept_out by the check, rejected by the service.',
      samples: by('result', rowCounts(totals.rows)),
    },
    {
      name: 'forecourt_night_late_files',
      help: 'Files of runs of a night before that were killed before they could report; in no forecourt_night_files.',
      samples: [{ value: late?.files ?? 0 }],
    },
    {
      name: 'forecourt_night_late_rows',
      help: 'Rows of the imported files among those; in no forecourt_night_rows.',
      samples: by('result', rowCounts(late?.rows ?? NO_ROWS)),
    },
    {
      name: 'forecourt_night_amount',
      help: "Amounts of the rows as in the files, without the service's additions; in units of the currency.",
      samples: [
        ...amountsWith('entered', totals.amounts),
        ...amountsWith('duplicate', totals.duplicateAmounts),
        ...amountsWith('rejected', totals.rejectedAmounts),
      ],
    },
    {
      name: 'forecourt_night_amounts_unknown_files',
      help: 'Imported files whose amounts are in no forecourt_night_amount.',
      samples: [{ value: totals.amountsUnknown }],
    },
    {
      name: 'forecourt_night_warnings',
      help: 'Findings that let their rows pass: repeated rows, files that may be cut off.',
      samples: [{ value: totals.warnings ?? 0 }],
    },
    {
      name: 'forecourt_night_rows_without_company',
      help: 'Entered rows whose card is not known or fits several: nobody is billed for them.',
      samples: [{ value: totals.rowsWithoutCompany ?? 0 }],
    },
    {
      name: 'forecourt_night_deliveries_missing',
      help: 'Expected deliveries that are overdue; absent without a calendar.',
      samples: deliveries ? [{ value: deliveries.missing.length }] : [],
    },
    {
      name: 'forecourt_night_still_rejected_files',
      help: 'Files in rejected/ that nobody has taken away, of this night and earlier ones.',
      samples: [{ value: stillRejected?.files ?? 0 }],
    },
    ...endMetrics({ inbox, exitCode, startedAt, endedAt, lastSuccess, dryRun: dryRun === true }),
  ];
}

function endMetrics({
  dryRun,
  endedAt,
  exitCode,
  lastSuccess,
  startedAt,
}: NightEnd): readonly Metric[] {
  const time = (instant: string | null | undefined): Sample[] =>
    instant ? [{ value: seconds(instant) }] : [];
  return [
    {
      name: 'forecourt_night_exit_code',
      help: 'Exit code of the last run; 0 is success.',
      samples: [{ value: exitCode }],
    },
    {
      name: 'forecourt_night_start_timestamp_seconds',
      help: 'When the last run began.',
      samples: time(startedAt),
    },
    {
      name: 'forecourt_night_end_timestamp_seconds',
      help: 'When the last run ended.',
      samples: time(endedAt),
    },
    {
      name: 'forecourt_night_last_success_timestamp_seconds',
      help: 'When the last run with exit code 0 ended; absent before the first.',
      samples: time(exitCode === 0 && !dryRun ? endedAt : lastSuccess),
    },
  ];
}
