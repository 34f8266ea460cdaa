import { describe, expect, it } from 'vitest';
import type { Output } from '../output/output.ts';
import type { Fault, FileState, NightFile, NightReport, Totals } from './night.types.ts';
import { nightPage } from './night-page.ts';
import { nightText } from './night-text.ts';

const pipe = { terminal: false, width: 80, paint: (_, text) => text } as Partial<Output> as Output;
const narrow = { ...pipe, terminal: true, width: 40, note: () => undefined } as Output;

const cad = (amount: string) => [{ currency: 'CAD', lines: 1, quantity: '1', amount }];

const totals = (more: Partial<Totals> = {}): Totals => ({
  ...{ files: 5, imported: 2, alreadyImported: 1, rejected: 1, setAside: 0, unknown: 0, left: 1 },
  ...{ warnings: 3, filesWithWarnings: 1, rowsWithoutCompany: 2, exceptions: 6, amountsUnknown: 1 },
  rows: { imported: 1200, duplicates: 5, rejected: 4, keptOut: 3 },
  ...{ amounts: cad('1234.50'), duplicateAmounts: cad('20.00'), rejectedAmounts: cad('7.00') },
  ...more,
});

const fault = (more: Partial<Fault> = {}): Fault => ({
  ...{ sheet: 'Data', row: 3, cell: 'E3', column: 'Tran Date', value: 'someday' },
  ...{ rule: 'TXN-DATE', expected: 'MM/DD/YY', message: 'is not a date' },
  ...more,
});

const file = (name: string, state: FileState, more: Partial<NightFile> = {}): NightFile => ({
  ...{ name, state, exitCode: 0, provider: undefined, message: '', key: undefined, errors: 0 },
  ...{ importedAt: undefined, rows: undefined, amounts: [], result: undefined },
  ...{ keptOut: undefined, movedTo: undefined },
  ...more,
});

const rejected = file('ESSO/a<b.xlsx', 'rejected', {
  ...{ exitCode: 5, provider: 'ESSO', movedTo: 'rejected/a.xlsx', keptOut: 'a-kept.xlsx' },
  message: 'It was refused.',
  faults: { first: [fault()], more: 2 },
});
const warned = file('b.xlsx', 'imported', {
  rows: { imported: 1200, duplicates: 5, rejected: 4, keptOut: 3 },
  outcome: { entered: cad('1234.50'), duplicates: [], rejected: [] },
  warnings: {
    total: 3,
    first: [
      fault({ rule: 'TXN-TWIN', value: 'Data!A2', expected: null, message: 'repeats a row' }),
    ],
    rules: { 'TXN-TWIN': 3 },
  },
  withoutCompany: { unknown: 1, ambiguous: 1, first: '0128' },
  ignored: { columns: ['Sheet1!EXTRA'], rows: ['Data!21 (Fee)'], sheets: ['Notes'] },
});
const lost = file('c.xlsx', 'already_imported', { verification: 'lost', outcome: null });
const left = file('d.xlsx', 'left', { message: 'Still being written.' });

const REPORT: NightReport = {
  ...{ ok: false, operation: 'transactions.import', message: '2 files imported.' },
  ...{ night: '2026-11-20', timeZone: 'America/Toronto', service: 'https://fuel.test' },
  ...{
    account: '1',
    inbox: '/in',
    interrupted: true,
    exitCode: 6,
    deadline: '2026-11-21T10:30:00Z',
  },
  ...{ startedAt: '2026-11-21T07:00:00Z', endedAt: '2026-11-21T07:05:00Z' },
  reportedAt: null,
  totals: totals(),
  earlier: { runs: 1, files: 1, unreported: [], reported: [] },
  before: {
    night: '2026-11-19',
    totals: totals({ files: 6, imported: 1, amounts: cad('1000.00'), duplicateAmounts: [] }),
    missing: ['e.xlsx', 'f.xlsx', 'g.xlsx', 'h.xlsx'],
  },
  deliveries: {
    missing: [{ provider: 'ESSO', due: '2026-11-21T04:30:00Z', timeZone: 'America/Toronto' }],
    short: [{ provider: 'ESSO', file: 'ESSO/m.csv', rows: 12, leastRows: 50 }],
  },
  stillRejected: { files: 2, oldest: '2026-11-18T07:00:00', names: ['x.xlsx', 'y.xlsx'] },
  taxTables: [],
  files: [rejected, warned, lost, left],
};

const QUIET: NightReport = {
  ...REPORT,
  ...{ ok: true, interrupted: false, exitCode: 0, message: 'Nothing to do.', deadline: null },
  ...{ before: null, deliveries: null, stillRejected: null, files: [], endedAt: null },
  earlier: null,
  totals: totals({
    ...{ files: 0, imported: 0, alreadyImported: 0, rejected: 0, left: 0, warnings: 0 },
    ...{ filesWithWarnings: 0, rowsWithoutCompany: 0, exceptions: 0, amountsUnknown: 0 },
    rows: { imported: 0, duplicates: 0, rejected: 0, keptOut: 0 },
    ...{ amounts: [], duplicateAmounts: [], rejectedAmounts: [] },
  }),
};

/** Returns the lines of the page's body. */
const bodyOf = (report: NightReport): string[] => {
  const page = nightPage(report);
  const body = page.slice(page.indexOf('<main>') + 7, page.indexOf('</main>'));
  return body.split('\n').filter((line) => line !== '');
};

const figure = (label: string, now: string, before: string, change: string): string =>
  `<tr><th scope="row">${label}</th><td class="n">${now}</td><td class="n">${before}</td><td class="n">${change}</td></tr>`;

describe('TXN-13 TXN-18 the page of a night', () => {
  it('has its end, figures, deliveries, files to look at, and every file', () => {
    expect(bodyOf(REPORT)).toEqual([
      '<h1>Fuel files, night of 20/11/26</h1>',
      '<p class="end look"><strong>Partly done: the following needs a look.</strong> 2 files imported. Interrupted. <span class="quiet">Exit code 6</span></p>',
      '<h2>Figures</h2>',
      '<table>',
      '<caption>The night, and the one before it</caption>',
      '<thead><tr><th scope="col">Figure</th><th scope="col" class="n">Tonight</th><th scope="col" class="n">19/11/26</th><th scope="col" class="n">Change</th></tr></thead>',
      '<tbody>',
      figure('Files', '5', '6', '−1'),
      figure('Imported', '2', '1', '+1'),
      figure('Imported before', '1', '1', '='),
      figure('Rejected', '1', '1', '='),
      figure('Set aside', '0', '0', '='),
      figure('Not known yet', '0', '0', '='),
      figure('Left in the inbox', '1', '1', '='),
      figure('With warnings', '1', '1', '='),
      figure('Rows imported', '1,200', '1,200', '='),
      figure('Rows without a company', '2', '2', '='),
      figure('Exceptions', '6', '6', '='),
      figure('Duplicate rows', '5', '5', '='),
      figure('Rejected rows', '4', '4', '='),
      figure('Rows kept out', '3', '3', '='),
      figure('Amounts as in the files, CAD', '1,234.50 CAD', '1,000.00 CAD', '234.50 CAD'),
      figure('Duplicates, not entered, CAD', '20.00 CAD', '0.00 CAD', '20.00 CAD'),
      figure('Refused by the service, CAD', '7.00 CAD', '7.00 CAD', '0.00 CAD'),
      '</tbody>',
      '</table>',
      '<p>Of these, 1 file was taken by earlier runs of this night.</p>',
      '<p>1 imported file has amounts that are not known, and are in none of these sums.</p>',
      '<h2>Expected deliveries</h2>',
      '<ul>',
      '<li><strong>Missing:</strong> ESSO, due 20/11/26 11:30 PM (America/Toronto)</li>',
      '<li><strong>Fewer rows than expected:</strong> <bdi>ESSO/m.csv of ESSO has 12 rows, at least 50 are expected</bdi></li>',
      '</ul>',
      '<p>Still in rejected/: 2 files since 18/11/26 7:00 AM: x.xlsx, y.xlsx</p>',
      '<p>Sent again, because the service no longer knew the import (was it restored?): c.xlsx</p>',
      '<h2>To look at</h2>',
      '<section>',
      '<h3><bdi>ESSO/a&lt;b.xlsx</bdi></h3>',
      '<p><span class="state">Rejected</span> · ESSO · now <bdi>rejected/a.xlsx</bdi> · rows kept out: <bdi>a-kept.xlsx</bdi><br>It was refused.</p>',
      '<ul class="faults"><li><strong><bdi>Data!E3</bdi></strong> <bdi>Tran Date</bdi> <code>TXN-DATE</code> is not a date · found <bdi class="cell">someday</bdi> · expected <bdi class="cell">MM/DD/YY</bdi></li></ul>',
      '<p>… and 2 more, in the file’s own report.</p>',
      '</section>',
      '<section>',
      '<h3><bdi>d.xlsx</bdi></h3>',
      '<p><span class="state">Left for the next run</span><br>Still being written.</p>',
      '</section>',
      '<section>',
      '<h3><bdi>b.xlsx</bdi></h3>',
      '<p><span class="state">Imported, with warnings</span> · 3 TXN-TWIN</p>',
      '<ul class="faults"><li><strong><bdi>Data!E3</bdi></strong> <bdi>Tran Date</bdi> <code>TXN-TWIN</code> repeats a row · same as <bdi class="cell">Data!A2</bdi></li></ul>',
      '<p>… and 2 more warnings; forecourt transactions check names them all.</p>',
      '</section>',
      '<h3>Came last night, not tonight</h3>',
      '<ul><li><bdi>e.xlsx</bdi></li>',
      '<li><bdi>f.xlsx</bdi></li>',
      '<li><bdi>g.xlsx</bdi></li>',
      '<li><bdi>h.xlsx</bdi></li></ul>',
      '<h2>Rows without a company</h2>',
      '<ul><li><bdi>b.xlsx</bdi>: 1 row is of cards that are not known, 1 row is of numbers that fit several cards: kept without a company (first: card ending 0128)</li></ul>',
      '<h2>Not read</h2>',
      '<ul><li><bdi>b.xlsx</bdi>: column <bdi>Sheet1!EXTRA</bdi></li>',
      '<li><bdi>b.xlsx</bdi>: row <bdi>Data!21 (Fee)</bdi></li>',
      '<li><bdi>b.xlsx</bdi>: sheet <bdi>Notes</bdi></li></ul>',
      '<h2>Files of this run</h2>',
      '<table class="files">',
      '<caption>Each file and what became of it</caption>',
      '<thead><tr><th scope="col">File</th><th scope="col">State</th><th scope="col" class="n">Rows</th><th scope="col" class="n">Amounts as in the file</th></tr></thead>',
      '<tbody>',
      '<tr><th scope="row"><bdi>ESSO/a&lt;b.xlsx</bdi></th><td>Rejected</td><td class="n">–</td><td class="n">–</td></tr>',
      '<tr><th scope="row"><bdi>b.xlsx</bdi></th><td>Imported</td><td class="n">1,200</td><td class="n">1,234.50 CAD</td></tr>',
      '<tr><th scope="row"><bdi>c.xlsx</bdi></th><td>Imported before</td><td class="n">–</td><td class="n">not known</td></tr>',
      '<tr><th scope="row"><bdi>d.xlsx</bdi></th><td>Left for the next run</td><td class="n">–</td><td class="n">–</td></tr>',
      '</tbody>',
      '</table>',
      '<h2>About this run</h2>',
      '<dl>',
      '<dt>Began</dt><dd>21/11/26 2:00 AM</dd>',
      '<dt>Ended</dt><dd>21/11/26 2:05 AM</dd>',
      '<dt>Deadline</dt><dd>21/11/26 5:30 AM</dd>',
      '<dt>Time zone</dt><dd>America/Toronto</dd>',
      '<dt>Service</dt><dd>https://fuel.test</dd>',
      '<dt>Inbox</dt><dd>/in</dd>',
      '</dl>',
    ]);
  });

  it('is short if nothing came', () => {
    expect(bodyOf(QUIET)).toEqual([
      '<h1>Fuel files, night of 20/11/26</h1>',
      '<p class="end done"><strong>Done: nothing needs a look.</strong> Nothing to do. <span class="quiet">Exit code 0</span></p>',
      '<h2>Figures</h2>',
      '<table>',
      '<caption>The night, and the one before it</caption>',
      '<thead><tr><th scope="col">Figure</th><th scope="col" class="n">Tonight</th><th scope="col" class="n">Before</th><th scope="col" class="n">Change</th></tr></thead>',
      '<tbody>',
      figure('Files', '0', '–', '–'),
      figure('Imported', '0', '–', '–'),
      figure('Imported before', '0', '–', '–'),
      figure('Rejected', '0', '–', '–'),
      figure('Set aside', '0', '–', '–'),
      figure('Not known yet', '0', '–', '–'),
      figure('Left in the inbox', '0', '–', '–'),
      figure('With warnings', '0', '–', '–'),
      figure('Rows imported', '0', '–', '–'),
      figure('Rows without a company', '0', '–', '–'),
      figure('Exceptions', '0', '–', '–'),
      figure('Duplicate rows', '0', '–', '–'),
      figure('Rejected rows', '0', '–', '–'),
      figure('Rows kept out', '0', '–', '–'),
      '</tbody>',
      '</table>',
      '<h2>Files of this run</h2>',
      '<p>Nothing has arrived.</p>',
      '<h2>About this run</h2>',
      '<dl>',
      '<dt>Began</dt><dd>21/11/26 2:00 AM</dd>',
      '<dt>Ended</dt><dd>not ended</dd>',
      '<dt>Time zone</dt><dd>America/Toronto</dd>',
      '<dt>Service</dt><dd>https://fuel.test</dd>',
      '<dt>Inbox</dt><dd>/in</dd>',
      '</dl>',
    ]);
  });

  it('loads nothing, and runs no script', () => {
    expect(nightPage(REPORT)).toMatch(
      /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/,
    );
    expect(nightPage(REPORT)).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\n<title>Fuel files, night of 20/11/26</title>`,
    );
  });

  it.each([
    [0, 'Done, with warnings to look at.'],
    [1, 'Something unexpected went wrong.'],
    [2, 'The command line was invalid.'],
    [3, 'The command is not signed in: run forecourt login.'],
    [4, 'The account lacks a permission.'],
    [5, 'No file was good enough to be sent.'],
    [6, 'Partly done: the following needs a look.'],
    [7, 'The service failed, or the deadline passed: the next run continues.'],
    [8, 'An outcome is not known yet: the next run finds out.'],
    [130, 'The run was interrupted.'],
    [141, 'The reader of the output closed it.'],
  ] as const)('says how a run with exit code %i ended', (exitCode, text) => {
    expect(bodyOf({ ...REPORT, exitCode })[1]).toBe(
      `<p class="end look"><strong>${text}</strong> 2 files imported. Interrupted. <span class="quiet">Exit code ${exitCode}</span></p>`,
    );
  });

  it('says that a run has not ended, or that nothing needs a look', () => {
    expect(bodyOf({ ...REPORT, exitCode: null })[1]).toBe(
      '<p class="end look"><strong>The run has not ended.</strong> 2 files imported. Interrupted.</p>',
    );
    const endOf = (exitCode: NightReport['exitCode'], ...files: NightFile[]) =>
      bodyOf({ ...QUIET, exitCode, files })[1]?.slice(0, 39);
    const fine = file('a', 'imported');
    expect(endOf(0, fine)).toBe('<p class="end done"><strong>Done: nothi');
    expect(endOf(6, fine)).toBe('<p class="end look"><strong>Partly done');
    const { warnings, withoutCompany } = warned;
    for (const one of [{ warnings }, { withoutCompany }])
      expect(endOf(0, fine, { ...fine, ...one } as NightFile)).toBe(
        '<p class="end look"><strong>Done, with ',
      );
  });

  it('counts what it leaves out, from one on', () => {
    const fine = { warnings: { total: 1, first: [], rules: { 'TXN-TWIN': 1 } } };
    const before = { night: '2026-11-19', totals: totals(), missing: ['e.xlsx'] };
    expect(bodyOf({ ...QUIET, before })).toContain('<h3>Came last night, not tonight</h3>');
    const body = bodyOf({
      ...{ ...QUIET, totals: totals({ amountsUnknown: 2 }) },
      files: [
        { ...rejected, faults: { first: [fault()], more: 1 } },
        { ...warned, warnings: { total: 2, first: [fault()], rules: {} } },
        { ...warned, name: 'all.xlsx', warnings: { total: 1, first: [fault()], rules: {} } },
        file('few.xlsx', 'imported', fine),
      ],
    });
    expect(body).toContain(
      '<p>2 imported files have amounts that are not known, and are in none of these sums.</p>',
    );
    expect(body.filter((line) => line.startsWith('<p>… and'))).toEqual([
      '<p>… and 1 more, in the file’s own report.</p>',
      '<p>… and 1 more warnings; forecourt transactions check names them all.</p>',
      '<p>… and 1 more warnings; forecourt transactions check names them all.</p>',
    ]);
    expect(body.filter((line) => line.startsWith('<ul class="faults">'))).toHaveLength(3);
  });

  it.each([
    ['settled', 'Imported, found out now'],
    ['unknown', 'Outcome not known yet'],
    ['in_use', 'Taken by another run'],
    ['failed', 'Failed'],
    ['unrecognised', 'Provider not known'],
    ['set_aside', 'Set aside'],
    ['passed_over', 'Not taken'],
    ['checked', 'Checked'],
  ] as const)('calls the state %s %j', (state, text) => {
    expect(bodyOf({ ...QUIET, files: [file('a', state)] })).toContain(
      `<tr><th scope="row"><bdi>a</bdi></th><td>${text}</td><td class="n">–</td><td class="n">–</td></tr>`,
    );
  });

  it('has what needs a look if as many files failed as have warnings', () => {
    const body = bodyOf({ ...QUIET, files: [rejected, warned] });
    expect(body).toContain('<h2>To look at</h2>');
    expect(body.filter((line) => line.startsWith('<h3>'))).toHaveLength(2);
  });

  it('names 500 files, and counts the others', () => {
    const files = Array.from({ length: 502 }, (_, at) => file(`f${at}`, 'left'));
    const body = bodyOf({ ...QUIET, files });
    expect(body.filter((line) => line.startsWith('<h3>'))).toHaveLength(500);
    expect(body.filter((line) => line === '<p>… and 2 more, in the JSON report.</p>')).toHaveLength(
      2,
    );
    expect(bodyOf({ ...QUIET, files: files.slice(2) }).join()).not.toContain('more, in the JSON');
    expect(bodyOf({ ...QUIET, files: files.slice(1) })).toContain(
      '<p>… and 1 more, in the JSON report.</p>',
    );
    const all = bodyOf({ ...QUIET, files: files.map(({ name }) => ({ ...warned, name })) });
    expect(all.filter((line) => line.startsWith('<h3>'))).toHaveLength(500);
    expect(all).toContain('<p>… and 2 more with warnings, in the JSON report.</p>');
    const few = files.slice(2).map(({ name }) => ({ ...warned, name }));
    expect(bodyOf({ ...QUIET, files: few }).join()).not.toContain(
      'more with warnings: the report lists all of them.',
    );
  });
});

describe('TXN-13 the text of a night', () => {
  const ended = { endedAt: '2026-11-21T07:05:00' };

  it('has its figures beside those of the night before, and what needs a look', () => {
    expect(nightText(pipe, { ...REPORT, ...ended }, '/r.json').split('\n')).toEqual([
      'Night of 20/11/26\tTonight\t19/11/26\tChange',
      'Files\t5\t6\t-1',
      'Imported\t2\t1\t+1',
      'Imported before\t1\t1\t=',
      'Rejected\t1\t1\t=',
      'Not known yet\t0\t0\t=',
      'Left in the inbox\t1\t1\t=',
      'With warnings\t1\t1\t=',
      'Rows imported\t1,200\t1,200\t=',
      'Rows without a company\t2\t2\t=',
      'Exceptions\t6\t6\t=',
      'Duplicate rows\t5\t5\t=',
      'Rejected rows\t4\t4\t=',
      'Rows kept out\t3\t3\t=',
      'Amounts as in the files CAD\t1,234.50 CAD\t1,000.00 CAD\t234.50 CAD',
      'Duplicates CAD\t20.00 CAD\t0.00 CAD\t20.00 CAD',
      'Of these, 1 file was taken by earlier runs of this night.',
      'Came last night, not tonight: e.xlsx, f.xlsx, g.xlsx and 1 more',
      'Missing: ESSO, due 20/11/26 11:30 PM (America/Toronto)',
      'Fewer rows than expected: ESSO/m.csv of ESSO has 12 rows, at least 50 are expected',
      'Still in rejected/: 2 files since 18/11/26 7:00 AM: x.xlsx, y.xlsx',
      'rejected ESSO/a<b.xlsx: Data!E3 Tran Date TXN-DATE is not a date (someday, expected MM/DD/YY) … and 2 faults more. It was refused.',
      'left d.xlsx: Still being written.',
      'Sent again, because the service no longer knew the import (was it restored?): c.xlsx',
      'To look at: b.xlsx: 3 TXN-TWIN: Data!E3 Tran Date TXN-TWIN repeats a row (same as Data!A2)',
      'To look at: b.xlsx: 1 row is of cards that are not known, 1 row is of numbers that fit several cards: kept without a company (first: card ending 0128)',
      'Not read: b.xlsx: column Sheet1!EXTRA, row Data!21 (Fee), sheet Notes',
      'Amounts of 1 file are not known.',
      '2 files imported. Interrupted.',
      'Report: /r.json (21/11/26 7:05 AM, America/Toronto)',
    ]);
  });

  it('is short if nothing came', () => {
    const quiet = { ...QUIET, startedAt: '2026-11-21T07:00:00' };
    expect(nightText(pipe, quiet, undefined).split('\n')).toEqual([
      'Night of 20/11/26\tTonight\tBefore\tChange',
      'Files\t0\t-\t-',
      'Imported\t0\t-\t-',
      'Imported before\t0\t-\t-',
      'Rejected\t0\t-\t-',
      'Not known yet\t0\t-\t-',
      'Left in the inbox\t0\t-\t-',
      'Rows imported\t0\t-\t-',
      'Duplicate rows\t0\t-\t-',
      'Rejected rows\t0\t-\t-',
      'Rows kept out\t0\t-\t-',
      'Nothing to do.',
      'Report: not written (21/11/26 7:00 AM, America/Toronto)',
    ]);
  });

  it('fits its lines to a terminal, except where the report is', () => {
    const lines = nightText(narrow, { ...REPORT, ...ended }, '/r.json').split('\n');
    expect(lines.slice(16)).toEqual([
      'Of these, 1 file was taken by earlier r…',
      'Came last night, not tonight: e.xlsx, f…',
      'Missing: ESSO, due 20/11/26 11:30 PM (A…',
      'Fewer rows than expected: ESSO/m.csv of…',
      'Still in rejected/: 2 files since 18/11…',
      'rejected ESSO/a<b.xlsx: Data!E3 Tran Da…',
      'left d.xlsx: Still being written.',
      'Sent again, because the service no long…',
      'To look at: b.xlsx: 3 TXN-TWIN: Data!E3…',
      'To look at: b.xlsx: 1 row is of cards t…',
      'Not read: b.xlsx: column Sheet1!EXTRA, …',
      'Amounts of 1 file are not known.',
      '2 files imported. Interrupted.',
      'Report: /r.json (21/11/26 7:05 AM, America/Toronto)',
    ]);
  });

  it('names six files on a terminal and thirty elsewhere, and counts the others', () => {
    const many = (one: NightFile, length: number) =>
      Array.from({ length }, (_, at) => ({ ...one, name: `f${at}` }));
    const wide = { ...narrow, width: 100 };
    const linesOf = (files: NightFile[]) =>
      nightText(wide, { ...QUIET, files }, undefined).split('\n');
    const mail = nightText(pipe, { ...QUIET, files: many(left, 31) }, undefined).split('\n');
    expect(mail.filter((line) => line.startsWith('left f'))).toHaveLength(30);
    expect(mail).toContain('… and 1 file more: the report lists all of them.');
    expect(linesOf(many(left, 7)).filter((line) => /^left f|^…/.test(line))).toEqual([
      ...['f0', 'f1', 'f2', 'f3', 'f4', 'f5'].map((name) => `left ${name}: Still being written.`),
      '… and 1 file more: the report lists all of them.',
    ]);
    expect(linesOf(many(left, 8))).toContain('… and 2 files more: the report lists all of them.');
    expect(linesOf(many(left, 6)).join()).not.toContain('…');
    const warnings = linesOf(many(warned, 8));
    expect(warnings.filter((line) => line.startsWith('To look at: f'))).toHaveLength(12);
    expect(warnings).toContain('… and 2 files more with warnings: the report lists all of them.');
    expect(warnings).toContain(
      '… and 2 files more with rows without a company: the report lists all of them.',
    );
    expect(linesOf(many(warned, 7))).toContain(
      '… and 1 file more with warnings: the report lists all of them.',
    );
    expect(linesOf(many(warned, 7))).toContain(
      '… and 1 file more with rows without a company: the report lists all of them.',
    );
    expect(linesOf(many(warned, 6)).join()).not.toContain('… and');
    const missing = ['a', 'b', 'c'];
    const before = { night: '2026-11-19', totals: totals(), missing };
    expect(nightText(pipe, { ...QUIET, before }, undefined).split('\n')).toContain(
      'Came last night, not tonight: a, b, c',
    );
  });

  it('has a row for each currency of either night, in order', () => {
    const usd = { currency: 'USD', lines: 1, quantity: '1', amount: '5.00' };
    const amounts = [usd, ...cad('1.00')];
    const rows = (report: NightReport) =>
      nightText(pipe, report, undefined)
        .split('\n')
        .filter((line) => line.startsWith('Amounts as in the files'));
    const now = { ...QUIET, totals: totals({ amounts, duplicateAmounts: [] }) };
    expect(rows(now)).toEqual([
      'Amounts as in the files CAD\t1.00 CAD\t-\t-',
      'Amounts as in the files USD\t5.00 USD\t-\t-',
    ]);
    const eur = [{ ...usd, currency: 'EUR' }];
    const before = { night: '2026-11-19', totals: totals({ amounts: eur }), missing: [] };
    expect(rows({ ...now, before })).toEqual([
      'Amounts as in the files CAD\t1.00 CAD\t0.00 CAD\t1.00 CAD',
      'Amounts as in the files EUR\t0.00 EUR\t5.00 EUR\t-5.00 EUR',
      'Amounts as in the files USD\t5.00 USD\t0.00 USD\t5.00 USD',
    ]);
    expect(
      bodyOf({ ...now, before }).filter((line) => line.includes('Amounts as in the files')),
    ).toEqual([
      figure('Amounts as in the files, CAD', '1.00 CAD', '0.00 CAD', '1.00 CAD'),
      figure('Amounts as in the files, EUR', '0.00 EUR', '5.00 EUR', '-5.00 EUR'),
      figure('Amounts as in the files, USD', '5.00 USD', '0.00 USD', '5.00 USD'),
    ]);
    expect(bodyOf(now)).toContain(figure('Amounts as in the files, USD', '5.00 USD', '–', '–'));
  });

  it('lists several of a kind in one line', () => {
    const missing = ['04:30', '05:30'].map((time) => ({
      ...{ provider: 'ESSO', due: `2026-11-21T${time}:00Z`, timeZone: 'America/Toronto' },
    }));
    const first = [fault(), fault({ cell: 'E4' })];
    const files = [
      { ...rejected, faults: { first, more: 1 } },
      { ...warned, warnings: { total: 2, first, rules: {} }, withoutCompany: undefined },
      file('e.xlsx', 'rejected', { exitCode: 5, message: 'Refused.', faults: { first, more: 0 } }),
      file('f.xlsx', 'imported', { ignored: { columns: [], rows: ['Data!9'], sheets: [] } }),
    ] as NightFile[];
    const taxTables = ['CA', 'US'].map((name) => ({
      ...{ name, verifiedOn: '2026-11-22', verifiedUntil: '2026-12-31' },
    })) as unknown as NightReport['taxTables'];
    const report = {
      ...{ ...QUIET, files, taxTables, deliveries: { missing, short: [] } },
      totals: totals({ amounts: [], duplicateAmounts: [], amountsUnknown: 2 }),
    };
    const lines = nightText(pipe, report, undefined).split('\n');
    const at = 'Data!E3 Tran Date TXN-DATE is not a date (someday, expected MM/DD/YY)';
    expect(lines.slice(lines.indexOf('Rows kept out\t3\t-\t-') + 1, -2)).toEqual([
      'Missing: ESSO, due 20/11/26 11:30 PM (America/Toronto); ESSO, due 21/11/26 12:30 AM (America/Toronto)',
      `rejected ESSO/a<b.xlsx: ${at} … and 1 fault more. It was refused.`,
      `rejected e.xlsx: ${at} Refused.`,
      `To look at: b.xlsx: 2 more: ${at}; ${at.replace('E3', 'E4')}`,
      'Not read: b.xlsx: column Sheet1!EXTRA, row Data!21 (Fee), sheet Notes; f.xlsx: row Data!9',
      'Amounts of 2 files are not known.',
      'Taxes: CA, verified on 2026-11-22, holds until 2026-12-31; then US, verified on 2026-11-22, holds until 2026-12-31',
    ]);
    const [one] = taxTables;
    const few = nightText(pipe, { ...report, taxTables: one ? [one] : [] }, undefined);
    expect(few).toContain('\nTaxes: CA, verified on 2026-11-22, holds until 2026-12-31\n');
  });

  it('fills a terminal to its last column, however narrow it is', () => {
    const at = (width: number) => {
      const all = nightText({ ...narrow, width }, { ...QUIET, files: [left] }, undefined);
      return all.split('\n').find((line) => line.startsWith('l'));
    };
    expect(at(33)).toBe('left d.xlsx: Still being written.');
    expect(at(32)).toBe('left d.xlsx: Still being writte…');
    expect(at(1)).toBe('l…');
    const wide = nightText({ ...narrow, width: 100 }, { ...REPORT, ...ended }, '/r.json');
    expect(wide.split('\n').slice(0, 3)).toEqual([
      'Night of 20/11/26                 Tonight      19/11/26      Change',
      'Files                                   5             6          -1',
      'Imported                                2             1          +1',
    ]);
  });
});
