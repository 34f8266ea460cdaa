import { expect, it } from 'vitest';
import type { ConformReport, PromiseResult } from './conform.types.ts';
import { conformBadge, conformJunit, findingLines } from './report-texts.ts';

const result = (change: Partial<PromiseResult>): PromiseResult => ({
  ...{ id: 'etags', title: 'Each record has a strong ETag', requirements: ['WIRE-05'] },
  ...{ state: 'kept', findings: [], notes: [], calls: 2, ms: 1234 },
  ...change,
});

const finding = {
  ...{ requirement: 'WIRE-05', expected: 'a strong tag: ETag: "3"', received: 'no etag header' },
  fix: 'Send <version> & more.',
  request: {
    ...{ method: 'GET', url: 'http://b.test/api/v1/customers/7' },
    headers: { accept: '*/*', authorization: 'Bearer ***' },
  },
  answer: { status: 200, headers: { 'x-request-id': 'r-1' }, body: '{"name":"A \u0007 <b>"}' },
  also: ['GET users', 'GET cards'],
};

const report = (results: readonly PromiseResult[]): ConformReport => {
  const count = (state: string) => results.filter((one) => one.state === state).length;
  return {
    ...{ baseUrl: 'http://b.test/api/v1', allowWrites: false, results, leftovers: [] },
    ...{ kept: count('kept'), broken: count('broken'), unchecked: count('unchecked') },
    interrupted: false,
  };
};

const BROKEN = result({ state: 'broken', findings: [finding] });

it('WIRE-07 says of a finding what was sent, expected by which requirement, what received and what to do', () => {
  expect(findingLines(finding)).toEqual([
    'sent      GET http://b.test/api/v1/customers/7',
    '          authorization: Bearer ***',
    'expected  a strong tag: ETag: "3" (WIRE-05)',
    'received  no etag header',
    '          {"name":"A \u0007 <b>"}',
    '          request r-1',
    'do        Send <version> & more.',
    'also      GET users, GET cards',
  ]);
});

it('WIRE-07 writes a JUnit file in which nothing of an answer is markup', () => {
  const unchecked = result({
    id: 'switching',
    title: 'S',
    state: 'unchecked',
    reason: 'no "right"',
  });
  const noted = result({
    id: 'rows',
    title: 'R',
    notes: ['Nothing can be said of <lists>.'],
    ms: 0,
  });
  const whole = { ...report([BROKEN, unchecked, noted]), leftovers: ['card 7: status 500'] };
  expect(conformJunit(whole)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="forecourt conform" tests="3" failures="1" errors="0" time="2.468">
  <testsuite name="http://b.test/api/v1" tests="3" failures="1" errors="0" skipped="1" time="2.468">
    <testcase name="etags: Each record has a strong ETag" classname="forecourt.conform" time="1.234">
      <failure type="etags" message="a strong tag: ETag: &quot;3&quot; (WIRE-05); received: no etag header">sent      GET http://b.test/api/v1/customers/7
          authorization: Bearer ***
expected  a strong tag: ETag: &quot;3&quot; (WIRE-05)
received  no etag header
          {&quot;name&quot;:&quot;A \uFFFD &lt;b&gt;&quot;}
          request r-1
do        Send &lt;version&gt; &amp; more.
also      GET users, GET cards</failure>
    </testcase>
    <testcase name="switching: S" classname="forecourt.conform" time="1.234">
      <skipped message="no &quot;right&quot;"/>
    </testcase>
    <testcase name="rows: R" classname="forecourt.conform" time="0.000">
      <system-out>Nothing can be said of &lt;lists&gt;.</system-out>
    </testcase>
    <system-err>card 7: status 500</system-err>
  </testsuite>
</testsuites>
`,
  );
});

it('WIRE-07 has a badge that is green only if everything was checked and kept', () => {
  const unchecked = result({ state: 'unchecked' });
  const badge = (results: readonly PromiseResult[], allowWrites: boolean) => {
    const { color, message } = conformBadge({ ...report(results), allowWrites });
    return [color, message];
  };
  expect(badge([result({}), result({})], true)).toEqual(['brightgreen', '2 of 2 promises']);
  expect(badge([result({}), unchecked], false)).toEqual(['yellow', '1 of 1 promises, read-only']);
  expect(badge([result({}), unchecked, BROKEN], true)).toEqual(['red', '1 of 2 promises']);
});
