// Part of `npm run check`: rules, the ids that cite them, the tests that prove them, and documents that are cited.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirementsPage } from '../generate/requirements.ts';
import { REQUIREMENTS, type Requirement } from './index.ts';
import { PARTLY, PENDING } from './pending.ts';
import { idsIn, proofs, type Scanned, scan } from './scan.ts';

const PAGE = new URL('../reference/requirements.md', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
/** Written by a tool when there is a release. */
const ELSEWHERE: ReadonlySet<string> = new Set(['CHANGELOG.md']);

const known: Readonly<Record<string, Requirement>> = REQUIREMENTS;

const lineOf = (text: string, part: string): number =>
  text.slice(0, text.indexOf(part)).split('\n').length;

/** Ids that nothing explains. */
function* unknownIds(files: readonly Scanned[]): Generator<string> {
  for (const { file, text } of files)
    for (const id of idsIn(text))
      if (!Object.hasOwn(known, id))
        yield `${file}:${lineOf(text, id)}: ${id} is not in docs/requirements. Add it there, or mend the id.`;
}

/** Documents that are cited and not in the repository. */
function* missingDocuments(files: readonly Scanned[]): Generator<string> {
  const names = new Set(files.map(({ file }) => basename(file)));
  for (const { file, text } of files)
    for (const cited of new Set(text.match(/(?<![\w*$}])[\w./-]*\w\.md\b/g) ?? []))
      if (!names.has(basename(cited)) && !ELSEWHERE.has(basename(cited)))
        yield `${file}:${lineOf(text, cited)}: ${cited} is not in the repository. Say here what it says.`;
}

/** Tests that take a text from the catalogue compare the product with itself. */
function* circularTests(files: readonly Scanned[]): Generator<string> {
  for (const { file, text } of files)
    if (/\.test(-kit)?\.tsx?$|\/test\//.test(file) && !file.startsWith('docs/requirements/'))
      if (/\bMESSAGES\b/.test(text))
        yield `${file}:${lineOf(text, 'MESSAGES')}: a test says its texts literally, and never takes them from MESSAGES.`;
}

function* proofFaults(files: readonly Scanned[]): Generator<string> {
  const tests = proofs(files);
  for (const id of Object.keys(known)) {
    if (tests.has(id) && Object.hasOwn(PENDING, id))
      yield `${id} has a test now. Take it out of docs/requirements/pending.ts.`;
    if (!tests.has(id) && !Object.hasOwn(PENDING, id))
      yield `No test has ${id} in its title. Write one that fails when the rule is broken.`;
  }
  for (const id of Object.keys({ ...PENDING, ...PARTLY }))
    if (!Object.hasOwn(known, id)) yield `docs/requirements/pending.ts: there is no rule ${id}.`;
}

function* movedSources(): Generator<string> {
  for (const [id, { source }] of Object.entries(known))
    for (const file of source)
      if (!existsSync(pathOf(file)))
        yield `docs/requirements: ${id} lives in ${file}, which is gone.`;
}

function* stalePage(): Generator<string> {
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== requirementsPage())
    yield 'docs/reference/requirements.md is out of date. Renew it: npm run docs -- --write';
}

const files = scan();
const faults = [
  ...unknownIds(files),
  ...missingDocuments(files),
  ...circularTests(files),
  ...proofFaults(files),
  ...movedSources(),
  ...stalePage(),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
