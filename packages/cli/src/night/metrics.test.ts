import { describe, expect, it } from 'vitest';
import { endMetricsText, metricsText } from './metrics.ts';
import type { NightReport } from './night.types.ts';

const cad = (amount: string) => ({ currency: 'CAD', lines: 1, quantity: '1', amount });

const REPORT = {
  inbox: 'C:\\in "box"\n',
  startedAt: '2026-11-21T02:00:00Z',
  endedAt: '2026-11-21T02:00:59.900Z',
  deliveries: null,
  stillRejected: null,
  totals: {
    ...{
      files: 20,
      imported: 8,
      alreadyImported: 5,
      rejected: 4,
      setAside: 3,
      unknown: 2,
      left: 1,
    },
    rows: { imported: 60, duplicates: 5, rejected: 4, keptOut: 3 },
    amounts: [cad('10.50')],
    duplicateAmounts: [cad('2.25')],
    rejectedAmounts: [{ ...cad('1.00'), currency: 'USD' }],
    amountsUnknown: 6,
  },
} as unknown as NightReport;

const BOX = 'inbox="C:\\\\in \\"box\\"\\n"';

const samplesOf = (text: string) => text.split('\n').filter((line) => !line.startsWith('#'));

describe('TXN-13 the metrics of a night', () => {
  it('have a help text, a type and a sample for each figure', () => {
    expect(metricsText(REPORT, 4, '2026-11-20T02:00:30Z')).toBe(
      [
        '# HELP forecourt_night_files Files of the night by state; state="found" counts all of them.',
        '# TYPE forecourt_night_files gauge',
        `forecourt_night_files{${BOX},state="found"} 20`,
        `forecourt_night_files{${BOX},state="imported"} 8`,
        `forecourt_night_files{${BOX},state="imported_before"} 5`,
        `forecourt_night_files{${BOX},state="rejected"} 4`,
        `forecourt_night_files{${BOX},state="set_aside"} 3`,
        `forecourt_night_files{${BOX},state="unknown"} 2`,
        `forecourt_night_files{${BOX},state="left"} 1`,
        '# HELP forecourt_night_rows Rows of the imported files; kept_out by the check, rejected by the service.',
        '# TYPE forecourt_night_rows gauge',
        `forecourt_night_rows{${BOX},result="entered"} 60`,
        `forecourt_night_rows{${BOX},result="duplicate"} 5`,
        `forecourt_night_rows{${BOX},result="rejected"} 4`,
        `forecourt_night_rows{${BOX},result="kept_out"} 3`,
        '# HELP forecourt_night_late_files Files of runs of a night before that were killed before they could report; in no forecourt_night_files.',
        '# TYPE forecourt_night_late_files gauge',
        `forecourt_night_late_files{${BOX}} 0`,
        '# HELP forecourt_night_late_rows Rows of the imported files among those; in no forecourt_night_rows.',
        '# TYPE forecourt_night_late_rows gauge',
        `forecourt_night_late_rows{${BOX},result="entered"} 0`,
        `forecourt_night_late_rows{${BOX},result="duplicate"} 0`,
        `forecourt_night_late_rows{${BOX},result="rejected"} 0`,
        `forecourt_night_late_rows{${BOX},result="kept_out"} 0`,
        "# HELP forecourt_night_amount Amounts of the rows as in the files, without the service's additions; in units of the currency.",
        '# TYPE forecourt_night_amount gauge',
        `forecourt_night_amount{${BOX},currency="CAD",result="entered"} 10.50`,
        `forecourt_night_amount{${BOX},currency="CAD",result="duplicate"} 2.25`,
        `forecourt_night_amount{${BOX},currency="USD",result="rejected"} 1.00`,
        '# HELP forecourt_night_amounts_unknown_files Imported files whose amounts are in no forecourt_night_amount.',
        '# TYPE forecourt_night_amounts_unknown_files gauge',
        `forecourt_night_amounts_unknown_files{${BOX}} 6`,
        '# HELP forecourt_night_warnings Findings that let their rows pass: repeated rows, files that may be cut off.',
        '# TYPE forecourt_night_warnings gauge',
        `forecourt_night_warnings{${BOX}} 0`,
        '# HELP forecourt_night_rows_without_company Entered rows whose card is not known or fits several: nobody is billed for them.',
        '# TYPE forecourt_night_rows_without_company gauge',
        `forecourt_night_rows_without_company{${BOX}} 0`,
        '# HELP forecourt_night_still_rejected_files Files in rejected/ that nobody has taken away, of this night and earlier ones.',
        '# TYPE forecourt_night_still_rejected_files gauge',
        `forecourt_night_still_rejected_files{${BOX}} 0`,
        '# HELP forecourt_night_exit_code Exit code of the last run; 0 is success.',
        '# TYPE forecourt_night_exit_code gauge',
        `forecourt_night_exit_code{${BOX}} 4`,
        '# HELP forecourt_night_start_timestamp_seconds When the last run began.',
        '# TYPE forecourt_night_start_timestamp_seconds gauge',
        `forecourt_night_start_timestamp_seconds{${BOX}} 1795226400`,
        '# HELP forecourt_night_end_timestamp_seconds When the last run ended.',
        '# TYPE forecourt_night_end_timestamp_seconds gauge',
        `forecourt_night_end_timestamp_seconds{${BOX}} 1795226459`,
        '# HELP forecourt_night_last_success_timestamp_seconds When the last run with exit code 0 ended; absent before the first.',
        '# TYPE forecourt_night_last_success_timestamp_seconds gauge',
        `forecourt_night_last_success_timestamp_seconds{${BOX}} 1795140030`,
        '',
      ].join('\n'),
    );
  });

  it('count warnings, rows without a company, missing deliveries and rejected files', () => {
    const report = {
      ...REPORT,
      inbox: 'in',
      totals: { ...REPORT.totals, warnings: 7, rowsWithoutCompany: 9 },
      deliveries: { missing: [{}, {}], short: [{}] },
      stillRejected: { files: 3, oldest: '', names: ['a'] },
    } as unknown as NightReport;
    const samples = samplesOf(metricsText(report, 0, undefined));
    expect(samples).toContain('forecourt_night_warnings{inbox="in"} 7');
    expect(samples).toContain('forecourt_night_rows_without_company{inbox="in"} 9');
    expect(samples).toContain('forecourt_night_deliveries_missing{inbox="in"} 2');
    expect(samples).toContain('forecourt_night_still_rejected_files{inbox="in"} 3');
    expect(metricsText(report, 0, undefined)).toContain(
      '# HELP forecourt_night_deliveries_missing Expected deliveries that are overdue; absent without a calendar.\n',
    );
  });

  it.each([
    [0, '2026-11-21T02:00:59Z', '2026-11-20T02:00:00Z', 1_795_226_459],
    [4, '2026-11-21T02:00:59Z', '2026-11-20T02:00:00Z', 1_795_140_000],
    [4, '2026-11-21T02:00:59Z', undefined, undefined],
    [4, null, undefined, undefined],
  ] as const)(
    'a run with exit code %i, ended %s, after a success %s',
    (exitCode, endedAt, lastSuccess, at) => {
      const startedAt = '2026-11-21T02:00:00Z';
      const samples = samplesOf(
        endMetricsText({ inbox: 'in', exitCode, startedAt, endedAt, lastSuccess, dryRun: false }),
      );
      expect(samples).toEqual([
        `forecourt_night_exit_code{inbox="in"} ${exitCode}`,
        'forecourt_night_start_timestamp_seconds{inbox="in"} 1795226400',
        ...(endedAt ? ['forecourt_night_end_timestamp_seconds{inbox="in"} 1795226459'] : []),
        ...(at ? [`forecourt_night_last_success_timestamp_seconds{inbox="in"} ${at}`] : []),
        '',
      ]);
    },
  );

  it('TXN-13 a dry run is no success', () => {
    const end = { inbox: 'in', startedAt: '2026-11-21T02:00:00Z', lastSuccess: undefined };
    const ended = { ...end, exitCode: 0 as const, endedAt: '2026-11-21T02:00:59Z' };
    expect(endMetricsText({ ...ended, dryRun: true })).not.toContain('last_success');
    expect(endMetricsText({ ...ended, dryRun: false })).toContain('last_success');
  });
});
