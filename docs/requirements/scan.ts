import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
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
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => isText(file) && file !== 'pnpm-lock.yaml' && existsSync(join(ROOT, file)))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

export const idsIn = (text: string): string[] => [...new Set(text.match(ID) ?? [])];

/** Returns the name of a call: `it` for `it(…)` and `it.each(…)(…)`, `describe` for `describe.for(…)(…)`. */
function nameOfCall(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node))
    return nameOfCall(node.expression);
  return ts.isTaggedTemplateExpression(node) ? nameOfCall(node.tag) : undefined;
}

const TITLED: ReadonlySet<string> = new Set(['it', 'test', 'describe']);

/** Returns the titles of a file's tests and groups; templates keep their placeholders. */
export function titlesIn({ file, text }: Scanned): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    if (ts.isCallExpression(node) && title && TITLED.has(nameOfCall(node.expression) ?? ''))
      if (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
        titles.push(title.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true));
  return titles;
}

/** Returns test files by the ids in their titles. */
export function proofs(files: readonly Scanned[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const scanned of files) {
    if (!isTest(scanned.file) || idsIn(scanned.text).length === 0) continue;
    for (const id of idsIn(titlesIn(scanned).join('\n'))) {
      found.set(id, [...(found.get(id) ?? []), scanned.file]);
    }
  }
  return found;
}
