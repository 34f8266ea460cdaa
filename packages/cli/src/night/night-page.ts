import { Decimal, formatDay, formatInstant, formatMoney, formatValue } from '@forecourt/core';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withoutCompanyText } from '../imports/refused-rows.ts';
import { type Html, markup, NOTHING } from '../output/html.ts';
import { count } from '../output/progress.ts';
import { taxesText } from '../preflight/format-taxes.ts';
import type { Amount, Fault, FileState, NightFile, NightReport, Totals } from './night.types.ts';
import { FIGURES, toLookAt, warnedFiles } from './night-figures.ts';
import { hasWarnings, reportedBy } from './night-totals.ts';
import {
  earlierText,
  isRepeat,
  locationText,
  missingText,
  reportedText,
  ruleCounts,
  shortText,
  stillRejectedText,
  verificationTexts,
} from './night-words.ts';
import { PAGE_STYLE } from './page-style.ts';

/** The page is for people; the JSON report beside it lists every file. */
const SHOWN_FILES = 500;

const STATES: Readonly<Record<FileState, string>> = {
  imported: 'Imported',
  settled: 'Imported, found out now',
  already_imported: 'Imported before',
  rejected: 'Rejected',
  unknown: 'Outcome not known yet',
  in_use: 'Taken by another run',
  failed: 'Failed',
  unrecognised: 'Provider not known',
  set_aside: 'Set aside',
  passed_over: 'Not taken',
  checked: 'Checked',
  left: 'Left for the next run',
};

const ENDS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'Done, with warnings to look at.',
  [EXIT.unexpected]: 'Something unexpected went wrong.',
  [EXIT.usage]: 'The command line was invalid.',
  [EXIT.notSignedIn]: 'The command is not signed in: run forecourt login.',
  [EXIT.noPermission]: 'The account lacks a permission.',
  [EXIT.inputRefused]: 'No file was good enough to be sent.',
  [EXIT.partlyDone]: 'Partly done: the following needs a look.',
  [EXIT.serviceFailed]: 'The service failed, or the deadline passed: the next run continues.',
  [EXIT.outcomeUnknown]: 'An outcome is not known yet: the next run finds out.',
  [EXIT.interrupted]: 'The run was interrupted.',
  [EXIT.readerGone]: 'The reader of the output closed it.',
};

/**
 * Renders a night as one page for a browser, a mail client or paper: no scripts, no external
 * resources, every value escaped. Leaves out what only machines need; the JSON report beside it has
 * that.
 */
export function nightPage(report: NightReport): string {
  const title = `Fuel files, night of ${formatDay(report.night)}`;
  const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${summary(report)}
${figures(report)}
${expected(report)}
${standing(report)}
${look(report)}
${noCompany(report)}
${notRead(report)}
${allFiles(report)}
${about(report)}
</main>
</body>
</html>
`;
  return html;
}

function summary(report: NightReport): Html {
  const { exitCode, interrupted, message } = report;
  const isDone =
    exitCode === EXIT.done &&
    !reportedBy(report).some((file) => hasWarnings(file) || file.withoutCompany !== undefined);
  const end = isDone
    ? 'Done: nothing needs a look.'
    : exitCode === null
      ? 'The run has not ended.'
      : ENDS[exitCode];
  const code =
    exitCode === null ? NOTHING : markup` <span class="quiet">Exit code ${exitCode}</span>`;
  return markup`<p class="${isDone ? 'end done' : 'end look'}"><strong>${end}</strong> ${message}${
    interrupted ? ' Interrupted.' : ''
  }${code}</p>`;
}

/** What is left from earlier nights, and imports that the service no longer knew. */
function standing(report: NightReport): Html {
  const { stillRejected } = report;
  const texts = [
    ...(stillRejected
      ? [`Still in rejected/: ${stillRejectedText(stillRejected, stillRejected.names.length)}`]
      : []),
    ...verificationTexts(reportedBy(report)),
  ];
  return markup`${texts.map((text) => markup`<p>${text}</p>`)}`;
}

const whole = (number: number): string => formatValue('integer', number);
const signed = (change: number): string =>
  change > 0 ? `+${whole(change)}` : change < 0 ? `−${whole(-change)}` : '=';

function figures({ before, earlier, totals }: NightReport): Html {
  const took = [earlierText(earlier), reportedText(earlier, SHOWN_FILES)];
  const rows = FIGURES.map(({ label, of }) => {
    const now = of(totals);
    const then = before ? of(before.totals) : undefined;
    return figureRow(label, [
      whole(now),
      then === undefined ? '–' : whole(then),
      then === undefined ? '–' : signed(now - then),
    ]);
  });
  return markup`<h2>Figures</h2>
<table>
<caption>The night, and the one before it</caption>
<thead><tr><th scope="col">Figure</th><th scope="col" class="n">Tonight</th><th scope="col" class="n">${
    before ? formatDay(before.night) : 'Before'
  }</th><th scope="col" class="n">Change</th></tr></thead>
<tbody>
${rows}
${moneyRows('Amounts as in the files', totals, before?.totals, (of) => of.amounts)}
${moneyRows('Duplicates, not entered', totals, before?.totals, (of) => of.duplicateAmounts ?? [])}
${moneyRows('Refused by the service', totals, before?.totals, (of) => of.rejectedAmounts ?? [])}
</tbody>
</table>
${took.filter((text) => text !== '').map((text) => markup`<p>${text}</p>`)}
${
  totals.amountsUnknown > 0
    ? markup`<p>${count(totals.amountsUnknown, ['imported file has', 'imported files have'])} amounts that are not known, and are in none of these sums.</p>`
    : NOTHING
}`;
}

const figureRow = (label: string, [now, then, change]: readonly [string, string, string]): Html =>
  markup`<tr><th scope="row">${label}</th><td class="n">${now}</td><td class="n">${then}</td><td class="n">${change}</td></tr>`;

function moneyRows(
  label: string,
  now: Totals,
  before: Totals | undefined,
  amounts: (totals: Totals) => readonly Amount[],
): Html[] {
  const all = [...amounts(now), ...(before ? amounts(before) : [])];
  const of = (totals: Totals, currency: string) =>
    Decimal.from(amounts(totals).find((one) => one.currency === currency)?.amount ?? '0');
  return [...new Set(all.map(({ currency }) => currency))].sort().map((currency) => {
    const then = before && of(before, currency);
    return figureRow(`${label}, ${currency}`, [
      formatMoney(of(now, currency), currency),
      then ? formatMoney(then, currency) : '–',
      then ? formatMoney(of(now, currency).minus(then), currency) : '–',
    ]);
  });
}

function expected({ deliveries }: NightReport): Html {
  const { missing = [], short = [] } = deliveries ?? {};
  if (missing.length + short.length === 0) return NOTHING;
  return markup`<h2>Expected deliveries</h2>
<ul>
${missing.map((one) => markup`<li><strong>Missing:</strong> ${missingText(one)}</li>`)}
${short.map((one) => markup`<li><strong>Fewer rows than expected:</strong> <bdi>${shortText(one)}</bdi></li>`)}
</ul>`;
}

/** Files that need a look, each with its first faults. */
function look(report: NightReport): Html {
  const { before } = report;
  const files = reportedBy(report);
  const faulty = toLookAt(files);
  const missing = before?.missing ?? [];
  const warned = warnedFiles(files);
  if (faulty.length + warned.length === 0 && missing.length === 0) return NOTHING;
  const more = faulty.length - SHOWN_FILES;
  return markup`<h2>To look at</h2>
${faulty.slice(0, SHOWN_FILES).map(faultyFile)}
${more > 0 ? markup`<p>… and ${whole(more)} more, in the JSON report.</p>` : NOTHING}
${warned.slice(0, SHOWN_FILES).map(warnedFile)}
${warned.length > SHOWN_FILES ? markup`<p>… and ${whole(warned.length - SHOWN_FILES)} more with warnings, in the JSON report.</p>` : NOTHING}
${
  missing.length > 0
    ? markup`<h3>Came last night, not tonight</h3>
<ul>${missing.map((name) => markup`<li><bdi>${name}</bdi></li>`)}</ul>`
    : NOTHING
}`;
}

function faultyFile({ faults, keptOut, message, movedTo, name, provider, state }: NightFile): Html {
  const { first = [], more = 0 } = faults ?? {};
  return markup`<section>
<h3><bdi>${name}</bdi></h3>
<p><span class="state">${STATES[state]}</span>${provider ? markup` · ${provider}` : NOTHING}${
    movedTo ? markup` · now <bdi>${movedTo}</bdi>` : NOTHING
  }${keptOut ? markup` · rows kept out: <bdi>${keptOut}</bdi>` : NOTHING}<br>${message}</p>
${first.length > 0 ? markup`<ul class="faults">${first.map(faultItem)}</ul>` : NOTHING}
${more > 0 ? markup`<p>… and ${whole(more)} more, in the file’s own report.</p>` : NOTHING}
</section>`;
}

/** Its rows were entered, unless its faults say otherwise. */
function warnedFile({ name, state, warnings }: NightFile): Html {
  if (warnings === undefined) return NOTHING;
  const { first, total } = warnings;
  const more = total - first.length;
  return markup`<section>
<h3><bdi>${name}</bdi></h3>
<p><span class="state">${STATES[state]}, with warnings</span> · ${ruleCounts(warnings)}</p>
${first.length > 0 ? markup`<ul class="faults">${first.map(faultItem)}</ul>` : NOTHING}
${more > 0 ? markup`<p>… and ${whole(more)} more warnings; forecourt transactions check names them all.</p>` : NOTHING}
</section>`;
}

function faultItem(fault: Fault): Html {
  const { column, expected, message, rule, value } = fault;
  return markup`<li><strong><bdi>${locationText(fault)}</bdi></strong>${
    column ? markup` <bdi>${column}</bdi>` : NOTHING
  }${rule ? markup` <code>${rule}</code>` : NOTHING} ${message}${
    value
      ? markup` · ${isRepeat(fault) ? 'same as' : 'found'} <bdi class="cell">${value}</bdi>`
      : NOTHING
  }${expected ? markup` · expected <bdi class="cell">${expected}</bdi>` : NOTHING}</li>`;
}

function noCompany(report: NightReport): Html {
  const items = reportedBy(report).flatMap(({ name, withoutCompany }) =>
    withoutCompany
      ? [markup`<li><bdi>${name}</bdi>: ${withoutCompanyText(withoutCompany)}</li>`]
      : [],
  );
  return items.length === 0 ? NOTHING : markup`<h2>Rows without a company</h2>\n<ul>${items}</ul>`;
}

function notRead(report: NightReport): Html {
  const items = reportedBy(report).flatMap(({ ignored, name }) => [
    ...(ignored?.columns ?? []).map(
      (column) => markup`<li><bdi>${name}</bdi>: column <bdi>${column}</bdi></li>`,
    ),
    ...(ignored?.rows ?? []).map(
      (row) => markup`<li><bdi>${name}</bdi>: row <bdi>${row}</bdi></li>`,
    ),
    ...(ignored?.sheets ?? []).map(
      (sheet) => markup`<li><bdi>${name}</bdi>: sheet <bdi>${sheet}</bdi></li>`,
    ),
  ]);
  return items.length === 0 ? NOTHING : markup`<h2>Not read</h2>\n<ul>${items}</ul>`;
}

function allFiles({ earlier, files }: NightReport): Html {
  const unreported = earlier?.unreported ?? [];
  return markup`<h2>Files of this run</h2>
${files.length === 0 ? markup`<p>Nothing has arrived.</p>` : filesTable(files)}
${unreported.length === 0 ? NOTHING : markup`<h2>Files of a run that did not end</h2>\n${filesTable(unreported)}`}`;
}

function filesTable(files: readonly NightFile[]): Html {
  const more = files.length - SHOWN_FILES;
  return markup`<table class="files">
<caption>Each file and what became of it</caption>
<thead><tr><th scope="col">File</th><th scope="col">State</th><th scope="col" class="n">Rows</th><th scope="col" class="n">Amounts as in the file</th></tr></thead>
<tbody>
${files.slice(0, SHOWN_FILES).map(fileRow)}
</tbody>
</table>
${more > 0 ? markup`<p>… and ${whole(more)} more, in the JSON report.</p>` : NOTHING}`;
}

function fileRow({ name, outcome, rows, state }: NightFile): Html {
  const entered = (outcome?.entered ?? []).map(({ amount, currency }) =>
    formatMoney(Decimal.from(amount), currency),
  );
  const money = outcome === null ? 'not known' : entered.join(', ') || '–';
  return markup`<tr><th scope="row"><bdi>${name}</bdi></th><td>${STATES[state]}</td><td class="n">${
    rows ? whole(rows.imported) : '–'
  }</td><td class="n">${money}</td></tr>`;
}

function about(report: NightReport): Html {
  const { deadline, endedAt, inbox, service, startedAt, taxTables, timeZone } = report;
  const at = (instant: string) => formatInstant(instant, timeZone);
  const lines: readonly (readonly [string, string])[] = [
    ['Began', at(startedAt)],
    ['Ended', endedAt === null ? 'not ended' : at(endedAt)],
    ...(deadline === null ? [] : [['Deadline', at(deadline)] as const]),
    ['Time zone', timeZone],
    ['Service', service],
    ['Inbox', inbox],
    ...(taxTables.length > 0 ? [['Taxes', taxesText(taxTables)] as const] : []),
  ];
  return markup`<h2>About this run</h2>
<dl>
${lines.map(([term, text]) => markup`<dt>${term}</dt><dd>${text}</dd>`)}
</dl>`;
}
