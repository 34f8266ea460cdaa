import type { ConformFinding, ConformReport, PromiseResult } from './conform.types.ts';

/** A badge, as services that draw badges read it from a JSON endpoint. */
export interface ConformBadge {
  readonly schemaVersion: 1;
  readonly label: string;
  /** '27 of 27 promises' */
  readonly message: string;
  readonly color: 'brightgreen' | 'yellow' | 'red';
}

/**
 * Returns the badge of a run: how many of the promises that were checked are kept.
 *
 * @param report what `conform` returned
 */
export function conformBadge({
  allowWrites,
  broken,
  kept,
  unchecked,
}: ConformReport): ConformBadge {
  const checked = kept + broken;
  const more = allowWrites ? '' : ', read-only';
  return {
    ...{ schemaVersion: 1, label: 'forecourt contract' },
    message: `${kept} of ${checked} promises${more}`,
    color: broken > 0 ? 'red' : unchecked > 0 ? 'yellow' : 'brightgreen',
  };
}

const shown = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

const MOST_NAMED = 12;

/** Headers that every request has alike. */
const USUAL = ['accept', 'user-agent', 'content-type'];

/**
 * Returns a finding in lines: the request, what was expected by which requirement, what was received, and what to do.
 *
 * @param finding a finding of a promise's result
 */
export function findingLines({
  also,
  answer,
  request,
  ...finding
}: ConformFinding): readonly string[] {
  const own = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !USUAL.includes(name)),
  );
  const more =
    also.length > MOST_NAMED
      ? `${also.slice(0, MOST_NAMED).join(', ')} and ${also.length - MOST_NAMED} more`
      : also.join(', ');
  return [
    `sent      ${request.method} ${request.url}`,
    ...shown(own).map((line) => `          ${line}`),
    ...(request.body ? [`          ${request.body}`] : []),
    `expected  ${finding.expected} (${finding.requirement})`,
    `received  ${finding.received}`,
    ...(answer.body ? [`          ${answer.body}`] : []),
    ...(answer.headers['x-request-id']
      ? [`          request ${answer.headers['x-request-id']}`]
      : []),
    `do        ${finding.fix}`,
    ...(also.length > 0 ? [`also      ${more}`] : []),
  ];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML has no way to write most control characters, and lone surrogates are no characters. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function testCase(result: PromiseResult): string {
  const { findings, id, ms, notes, reason, state, title } = result;
  const failures = findings.map(
    (finding) =>
      `      <failure type="${xml(id)}" message="${xml(`${finding.expected} (${finding.requirement}); received: ${finding.received}`)}">${xml(findingLines(finding).join('\n'))}</failure>`,
  );
  const skipped = state === 'unchecked' ? [`      <skipped message="${xml(reason ?? '')}"/>`] : [];
  const out = notes.length > 0 ? [`      <system-out>${xml(notes.join('\n'))}</system-out>`] : [];
  const body = [...skipped, ...failures, ...out];
  const head = `    <testcase name="${xml(`${id}: ${title}`)}" classname="forecourt.conform" time="${seconds(ms)}"`;
  return body.length === 0 ? `${head}/>` : `${head}>\n${body.join('\n')}\n    </testcase>`;
}

/**
 * Returns a run as a JUnit file: one test case for each promise, with the file format that CI servers read.
 *
 * @param report what `conform` returned
 */
export function conformJunit({
  baseUrl,
  broken,
  leftovers,
  results,
  unchecked,
}: ConformReport): string {
  const time = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
  const counts = `tests="${results.length}" failures="${broken}" errors="0" skipped="${unchecked}" time="${time}"`;
  const left =
    leftovers.length > 0 ? `\n    <system-err>${xml(leftovers.join('\n'))}</system-err>` : '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="forecourt conform" tests="${results.length}" failures="${broken}" errors="0" time="${time}">`,
    `  <testsuite name="${xml(baseUrl)}" ${counts}>`,
    ...results.map(testCase),
    `${left ? `${left.slice(1)}\n` : ''}  </testsuite>`,
    '</testsuites>',
    '',
  ].join('\n');
}
