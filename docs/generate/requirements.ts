import { REQUIREMENTS, type Requirement } from '../requirements/index.ts';
import { PARTLY, PENDING } from '../requirements/pending.ts';
import { proofsHere } from '../requirements/scan.ts';
import { code, page } from './markdown.ts';

const SURFACES: Readonly<Record<string, string>> = {
  C: 'core',
  W: 'portal',
  L: 'command line',
  S: 'service',
};

/** Escapes braces, which VitePress would interpolate. */
const safe = (text: string): string => text.replaceAll('{{', '{&#123;').replaceAll('<', '&lt;');

const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((part) => code(String(part))).join(', ')
    : code(JSON.stringify(value));

function literals({ fixed = {}, texts = {} }: Requirement): string[] {
  return [
    ...Object.values(texts).map((text) => `‘${text}’`),
    ...Object.entries(fixed).map(([name, value]) => `${name}: ${shown(value)}`),
  ];
}

function section(id: string, requirement: Requirement, tests: readonly string[]): string {
  const { rule, source, surfaces } = requirement;
  const proved = tests.length > 0 ? tests.map(code).join(', ') : `none yet: ${PENDING[id]}`;
  return [
    `### ${id}`,
    safe(rule),
    [
      ...literals(requirement).map((line) => `- ${safe(line)}`),
      `- Implemented in ${[...surfaces].map((letter) => SURFACES[letter]).join(', ')}: ${source.map(code).join(', ')}`,
      `- Tests: ${proved}`,
      ...(PARTLY[id] === undefined ? [] : [`- Missing: ${PARTLY[id]}`]),
    ].join('\n'),
  ].join('\n\n');
}

const GROUPS: readonly (readonly [title: string, ids: RegExp])[] = [
  ['Shell, routes and brands', /^SHELL/],
  ['Lists', /^LIST/],
  ['Forms and operations', /^FORM/],
  ['Sign-in and sessions', /^AUTH/],
  ['Rights', /^ACC/],
  ['Cards', /^CARD/],
  ['Transactions', /^TXN/],
  ['Invoices', /^INV/],
  ['Payments', /^PAY/],
  ['Users', /^USER/],
  ['Customers, companies and markups', /^(CUST|COMP|MARK)/],
  ['Rates, reports and profile', /^(RATE|REP|PROF)/],
  ['Failures and wire formats', /^(ERR|WIRE)/],
  ['Extensions and recordings', /^(EXT|SDK)/],
];

/** Returns the page of all rules by id, each with its literals, source files and tests. */
export function requirementsPage(): string {
  const tests = proofsHere();
  const all: [string, Requirement][] = Object.entries(REQUIREMENTS);
  return page(
    'Requirements',
    'Each rule of the product has an id. Comments cite the id where the code implements the rule, and the test that ' +
      'proves it has the id in its title. The data are in `docs/requirements`; tests read their literals from there. ' +
      '`npm run check` fails on an id that is not listed here, and on a rule without a test.',
    ...GROUPS.flatMap(([title, ids]) => [
      `## ${title}`,
      ...all
        .filter(([id]) => ids.test(id))
        .map(([id, requirement]) => section(id, requirement, tests.get(id) ?? [])),
    ]),
  );
}
