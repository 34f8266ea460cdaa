import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const PACKAGES = ['packages/core', 'packages/cli', 'examples/sandbox', 'examples/provider-files'];

/** Returns the entry points of the workspace's packages, as the `source` condition resolves them. */
function doorsOf(root: string): ReadonlyMap<string, string> {
  const doors = new Map<string, string>();
  for (const folder of PACKAGES) {
    const { exports, name } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as {
      name: string;
      exports: Readonly<Record<string, string | { source?: string; types?: string }>>;
    };
    for (const [door, target] of Object.entries(exports)) {
      const source = typeof target === 'string' ? target : (target.source ?? target.types);
      if (source?.endsWith('.ts')) doors.set(name + door.slice(1), join(folder, source));
    }
  }
  return doors;
}

/** Returns the modules that a file loads: value imports, `import()` and `new URL('…', import.meta.url)`. */
function loadedBy(root: string, file: string, doors: ReadonlyMap<string, string>): string[] {
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
    if (!name.startsWith('.')) return doors.get(name) ?? [];
    const path = join(dirname(file), name);
    return /\.tsx?$/.test(path) && existsSync(join(root, path)) ? [path] : [];
  });
}

/** Finds the files that load a file, directly or indirectly, nearest first. */
export class ImportGraph {
  readonly #importers = new Map<string, string[]>();

  constructor(root: string, files: readonly string[]) {
    const doors = doorsOf(root);
    for (const file of files) {
      for (const loaded of new Set(loadedBy(root, file, doors))) {
        const importers = this.#importers.get(loaded);
        if (importers === undefined) this.#importers.set(loaded, [file]);
        else importers.push(file);
      }
    }
  }

  /** Returns the test files that load this file, each with the number of imports in between. */
  testsOf(file: string): ReadonlyMap<string, number> {
    const seen = new Map([[file, 0]]);
    for (const [reached, distance] of seen) {
      for (const importer of this.#importers.get(reached) ?? [])
        if (!seen.has(importer)) seen.set(importer, distance + 1);
    }
    return new Map([...seen].filter(([name]) => /\.test\.tsx?$/.test(name)));
  }
}
