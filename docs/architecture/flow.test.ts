import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../blocks/read-blocks.ts';

const PATH = /`((?:packages|examples)\/[\w./-]+\.tsx?)`/g;

interface Step {
  readonly path: string;
  /** The file that imports it, if that is none of those above. */
  readonly importer?: string;
  /** A file above that reaches it through an object, and the expression by which it does. */
  readonly caller?: string;
  readonly expression?: string;
}

/** The numbered files of a section, and how their lines say that they are reached. */
function stepsOf(section: string): readonly Step[] {
  const text = readFileSync(join(ROOT, 'docs/architecture/flow.md'), 'utf8');
  const part = text.split(/^## /m).find((heading) => heading.startsWith(section)) ?? '';
  return part
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
    .map((line) => {
      const [path = '', importer, caller] = [...line.matchAll(PATH)].map(([, file = '']) => file);
      const [, expression] = / as `([^`]+)`/.exec(line) ?? [];
      return { path, ...(importer && { importer }), ...(caller && { caller, expression }) };
    });
}

/** What a file exports by name. */
const exportsOf = (path: string): readonly string[] =>
  [
    ...readFileSync(join(ROOT, path), 'utf8').matchAll(
      /^export (?:async )?(?:const|function\*?|class) (\w+)/gm,
    ),
  ].map((match) => match[1] ?? '');

/** Does `from` import `path`, by its path or by a name that core's door passes on? */
function imports(from: string, path: string): boolean {
  const text = readFileSync(join(ROOT, from), 'utf8');
  for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    if (normalize(join(dirname(from), specifier)) === path) return true;
  }
  const names = [...text.matchAll(/import \{([^}]+)\} from '@forecourt\/core/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.trim().replace(/^type /, '')),
  );
  return exportsOf(path).some((name) => names.includes(name));
}

describe.each([
  ['A card', 12],
  ['An import', 15],
])('flow.md: %s', (section, most) => {
  const steps = stepsOf(section);

  it(`has ${most} files, all there`, () => {
    expect(steps.length).toBe(most);
    for (const { path } of steps) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it.each(steps.slice(1).map((step, index) => [step.path, step, index + 1] as const))(
    'reaches %s as its line says',
    (path, { caller, expression, importer }, index) => {
      const above = steps.slice(0, index).map((step) => step.path);
      const importers = importer === undefined ? above : [importer];
      expect(importers.filter((from) => imports(from, path))).not.toEqual([]);
      if (caller === undefined) return;
      expect(above).toContain(caller);
      const text = readFileSync(join(ROOT, caller), 'utf8');
      expect(text).toContain(expression ?? 'an expression in the line');
    },
  );
});
