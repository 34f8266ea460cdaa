import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type typescript from 'typescript';
import type { Proof } from '../../scripts/sample.ts';
import { REQUIREMENTS } from './index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GROUPS = [...new Set(Object.keys(REQUIREMENTS).map((id) => id.slice(0, id.indexOf('-'))))];
const ID = new RegExp(`\\b(?:${GROUPS.join('|')})-\\d{2}\\b`, 'g');

const isText = (file: string) => /\.(tsx?|mjs|cjs|md|json|html|css|yaml|yml|sh|1)$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

export interface Scanned {
  readonly file: string;
  readonly text: string;
}

/** Returns the repository's text files: tracked ones, and new ones in this checkout. */
export function scan(): Scanned[] {
  const args = ['ls-files', '-co', '--exclude-standard'];
  return (
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
      .trim()
      .split('\n')
      // Git lists new files before the others.
      .sort()
      // Tests of the pages write their blocks to hidden files, which are gone a moment later.
      .filter(
        (file) => isText(file) && file !== 'pnpm-lock.yaml' && !/\/\.(page|guide)-/.test(file),
      )
      .filter((file) => existsSync(join(ROOT, file)))
      .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  );
}

export const idsIn = (text: string): string[] => [...new Set(text.match(ID) ?? [])];

/** Loaded when there is something to parse: it is the largest part of a run in which nothing changed. */
const parser = (): typeof typescript => createRequire(import.meta.url)('typescript');

/** Returns the name of a call: `it` for `it(…)` and `it.each(…)(…)`, `describe` for `describe.for(…)(…)`. */
function nameOfCall(ts: typeof typescript, node: typescript.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node))
    return nameOfCall(ts, node.expression);
  return ts.isTaggedTemplateExpression(node) ? nameOfCall(ts, node.tag) : undefined;
}

const TESTS: ReadonlySet<string> = new Set(['it', 'test']);
const TITLED: ReadonlySet<string> = new Set([...TESTS, 'describe']);

interface Titled {
  readonly isTest: boolean;
  /** A template keeps its placeholders. */
  readonly title: string;
  /** The titles of the groups around it, outermost first. */
  readonly groups: readonly string[];
}

/** Returns a file's tests and groups in their order. */
function titled({ file, text }: Scanned): Titled[] {
  const ts = parser();
  const found: Titled[] = [];
  const visit = (node: typescript.Node, groups: readonly string[]): void => {
    let inner = groups;
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    const name = ts.isCallExpression(node) ? nameOfCall(ts, node.expression) : undefined;
    if (name && title && TITLED.has(name))
      if (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) {
        const own = ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1);
        found.push({ isTest: TESTS.has(name), title: own, groups });
        if (!TESTS.has(name)) inner = [...groups, own];
      }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true), []);
  return found;
}

/** Returns the titles of a file's tests and groups; templates keep their placeholders. */
export const titlesIn = (scanned: Scanned): string[] => titled(scanned).map(({ title }) => title);

/** Returns a file's tests, each with the ids in its title and in those of the groups around it. */
export const testsIn = (scanned: Scanned): Proof[] =>
  titled(scanned)
    .filter(({ isTest }) => isTest)
    .map(({ title, groups }) => ({ title, ids: idsIn([...groups, title].join('\n')) }));

/** Returns test files by the ids in their titles. */
export function proofs(files: readonly Scanned[], titlesOf = titlesIn): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const scanned of files) {
    if (!isTest(scanned.file) || idsIn(scanned.text).length === 0) continue;
    for (const id of idsIn(titlesOf(scanned).join('\n'))) {
      found.set(id, [...(found.get(id) ?? []), scanned.file]);
    }
  }
  return found;
}

const KEPT = join(ROOT, 'node_modules', '.cache', 'forecourt', 'titles.json');

/** Returns the repository's proofs. Keeps the titles by content, so that the next run parses only tests that changed. */
export function proofsHere(files: readonly Scanned[] = scan()): Map<string, string[]> {
  const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
  const used: Record<string, string[]> = {};
  const found = proofs(files, (scanned) => {
    const key = createHash('sha256')
      .update(`${extname(scanned.file)} ${scanned.text}`)
      .digest('hex');
    const titles = kept[key] ?? titlesIn(scanned);
    used[key] = titles;
    return titles;
  });
  mkdirSync(dirname(KEPT), { recursive: true });
  // Another run may read it at this moment.
  writeFileSync(`${KEPT}.${process.pid}`, JSON.stringify(used));
  renameSync(`${KEPT}.${process.pid}`, KEPT);
  return found;
}
