import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../blocks/read-blocks.ts';

const PATH = /`((?:packages|examples)\/[\w./-]+\.tsx?)`/g;

/** The numbered files of a section, each with the file that its text names as the one it is reached by. */
function filesOf(section: string): readonly { readonly path: string; readonly by?: string }[] {
  const text = readFileSync(join(ROOT, 'docs/architecture/flow.md'), 'utf8');
  const part = text.split(/^## /m).find((heading) => heading.startsWith(section)) ?? '';
  return part
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
    .map((line) => {
      const [path = '', by] = [...line.matchAll(PATH)].map((match) => match[1] ?? '');
      return { path, ...(by !== undefined && { by }) };
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
  const files = filesOf(section);

  it(`has at most ${most} files, all there`, () => {
    expect(files.length).toBeGreaterThan(8);
    expect(files.length).toBeLessThanOrEqual(most);
    for (const { path } of files) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it.each(files.slice(1).map((file, index) => [file.path, index + 1] as const))(
    'reaches %s from a file above it',
    (path, index) => {
      const { by } = files[index] ?? {};
      const above = files.slice(0, index).map((file) => file.path);
      if (by === undefined) {
        expect(above.filter((from) => imports(from, path))).not.toEqual([]);
      } else if (above.includes(by)) {
        // Reached through an object: the text says which, and the file must know the type.
        expect(readFileSync(join(ROOT, by), 'utf8')).toMatch(/\bhttp\b|import\(/);
      } else {
        expect(imports(by, path)).toBe(true);
      }
    },
  );
});
