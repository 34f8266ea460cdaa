import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Entry points of the workspace's packages, as the `source` condition resolves them. */
const DOORS: Readonly<Record<string, string>> = {
  '@forecourt/core': 'packages/core/src/index.ts',
  '@forecourt/core/provider-files': 'packages/core/src/provider-files/index.ts',
  '@forecourt/core/testing': 'packages/core/src/testing/index.ts',
  '@forecourt/sandbox': 'examples/sandbox/src/index.ts',
  '@forecourt/provider-file-examples': 'examples/provider-files/provider-files.ts',
  '@forecourt/provider-file-examples/seeded': 'examples/provider-files/seeded/seeded-files.ts',
};

/** Returns the modules that a file loads: value imports, `import()` and `new URL('…', import.meta.url)`. */
function loadedBy(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, false);
  const names: string[] = [];
  const keep = (node: ts.Node | undefined) => {
    if (node !== undefined && ts.isStringLiteralLike(node)) names.push(node.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      if (!node.importClause?.isTypeOnly) keep(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node)) {
      if (!node.isTypeOnly) keep(node.moduleSpecifier);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      keep(node.arguments[0]);
    } else if (ts.isNewExpression(node)) {
      keep(node.arguments?.[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names.flatMap((name) => {
    if (!name.startsWith('.')) return DOORS[name] ?? [];
    const path = join(dirname(file), name);
    return /\.tsx?$/.test(path) && existsSync(join(root, path)) ? [path] : [];
  });
}

/** Finds the files that load a file, directly or indirectly, nearest first. */
export class ImportGraph {
  readonly #importers = new Map<string, string[]>();

  constructor(root: string, files: readonly string[]) {
    for (const file of files) {
      for (const loaded of new Set(loadedBy(root, file))) {
        const importers = this.#importers.get(loaded);
        if (importers === undefined) this.#importers.set(loaded, [file]);
        else importers.push(file);
      }
    }
  }

  /** Returns the test files that load this file, nearest first. */
  testsOf(file: string): string[] {
    const seen = new Set([file]);
    for (const reached of seen) {
      for (const importer of this.#importers.get(reached) ?? []) seen.add(importer);
    }
    return [...seen].filter((name) => name.endsWith('.test.ts') || name.endsWith('.test.tsx'));
  }
}
