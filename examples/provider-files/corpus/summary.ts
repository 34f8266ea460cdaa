import type { Finding, Outcome } from './findings.ts';

const OUTCOMES: readonly Outcome[] = [
  ...(['same', 'differs', 'uncompared', 'refused', 'unnamed', 'crashed', 'hung'] as const),
];
/** Results that always need a look. */
const FAULTS: ReadonlySet<Outcome> = new Set(['differs', 'unnamed', 'crashed', 'hung']);

/** Files with a fault that `explained` does not account for. */
export const faultsOf = (findings: readonly Finding[], explained: Explained): Finding[] =>
  findings.filter(({ outcome, path }) => FAULTS.has(outcome) && explained[path] === undefined);

/** Why a file may differ from SheetJS, by its path. */
export type Explained = Readonly<Record<string, string>>;

function counted(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** A message without the file's own names and numbers, so that equal causes are counted together. */
function causeOf({ message = '', path, what }: Finding): string {
  const file = path.split('/').at(-1) ?? '';
  return `${what}: ${message
    .replaceAll(file, '…')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, 'N')}`;
}

function tableOf(findings: readonly Finding[]): string[] {
  const sources = [...new Set(findings.map(sourceOf))].sort();
  const row = (name: string, of: readonly Finding[]) =>
    [
      name.padEnd(24),
      String(of.length).padStart(7),
      ...OUTCOMES.map((outcome) =>
        String(of.filter((one) => one.outcome === outcome).length).padStart(11),
      ),
    ].join('');
  return [
    ['source'.padEnd(24), 'files'.padStart(7), ...OUTCOMES.map((one) => one.padStart(11))].join(''),
    ...sources.map((source) =>
      row(
        source,
        findings.filter((one) => sourceOf(one) === source),
      ),
    ),
    row('all', findings),
  ];
}

/** The first folder below the corpus. */
function sourceOf({ path }: Finding): string {
  const slash = path.indexOf('/');
  return slash < 0 ? '.' : path.slice(0, slash);
}

/** The summary a person reads: numbers by source, refusals by cause, each fault in full. */
export function summaryOf(findings: readonly Finding[], explained: Explained): string {
  const refused = findings.filter(({ outcome }) => outcome === 'refused' || outcome === 'unnamed');
  const faults = faultsOf(findings, explained);
  const cells = findings.reduce((sum, one) => sum + (one.cells ?? 0), 0);
  const known = findings.filter(({ path }) => explained[path] !== undefined);
  return [
    ...tableOf(findings),
    '',
    `${cells} cells read.`,
    '',
    'Refused:',
    ...counted(refused.map(causeOf)).map(
      ([cause, count]) => `${String(count).padStart(6)}  ${cause}`,
    ),
    '',
    ...known.map(({ path, outcome }) => `explained  ${path} (${outcome}): ${explained[path]}`),
    ...faults.flatMap((one) => [
      `${one.outcome}  ${one.path} (${one.what})${one.differing === undefined ? '' : `: ${one.differing} cells`}`,
      ...(one.outcome === 'unnamed' || one.message === undefined ? [] : [`    ${one.message}`]),
      ...(one.examples ?? []).map((example) => `    ${example}`),
    ]),
    faults.length === 0 ? 'No fault.' : `${faults.length} files with a fault.`,
  ].join('\n');
}
