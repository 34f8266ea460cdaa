import { basename, join } from 'node:path';
import ts from 'typescript';
import { ROOT, readBlocks } from './read-blocks.ts';

interface Part {
  readonly text: string;
}

/** What TypeDoc's JSON has of an export. */
interface Reflection {
  readonly name: string;
  readonly comment?: {
    readonly blockTags?: readonly { readonly tag: string; readonly content: readonly Part[] }[];
  };
  readonly signatures?: readonly Reflection[];
  readonly children?: readonly Reflection[];
}

const FOLDER = join(ROOT, 'docs', 'blocks');
const GLOBALS = join(FOLDER, 'example-names.d.ts');
const WORD = /\b[A-Za-z_]\w*\b/g;
const DECLARED = /\b(?:const|import)\s+(?:[{[]([^}\]]*)[}\]]|(\w+))/g;

const packageOf = (entry: string): string =>
  join('@forecourt/core', entry.replace(/\/?index$/, ''));

const codeOf = (content: readonly Part[]): string =>
  content
    .map(({ text }) => text)
    .join('')
    .replace(/^```ts\n|\n?```$/g, '');

/** The examples of a project, by the name of their export. */
const examplesOf = (project: Reflection): ReadonlyMap<string, string> =>
  new Map(
    (project.children ?? []).flatMap(({ children = [] }) =>
      children.flatMap((one) =>
        [one, ...(one.signatures ?? [])].flatMap(({ comment }) =>
          (comment?.blockTags ?? [])
            .filter(({ tag }) => tag === '@example')
            .map(({ content }) => [one.name, codeOf(content)] as const),
        ),
      ),
    ),
  );

/** Imports the exports that an example names and doesn't declare; one that imports by itself is left alone. */
function withImports(code: string, packages: ReadonlyMap<string, string>): string {
  if (/^import /m.test(code)) return code;
  const own = [...code.matchAll(DECLARED)].flatMap(([, names = '', name = '']) =>
    `${names},${name}`.split(',').map((one) => one.trim()),
  );
  const names = new Set(code.match(WORD)).difference(new Set(own));
  const lines = [...names]
    .filter((name) => packages.has(name))
    .map((name) => `import { ${name} } from '${packages.get(name)}';`);
  return [...lines, code, 'export {};'].join('\n');
}

/** Compiles files that exist only here, as strictly as the sources, and returns what is wrong with them. */
function compile(files: ReadonlyMap<string, string>, more: ts.CompilerOptions): readonly string[] {
  const { options } = ts.parseJsonConfigFileContent(
    {
      extends: join(ROOT, 'tsconfig.base.json'),
      // Names that are types are imported like any other.
      compilerOptions: { verbatimModuleSyntax: false },
    },
    ts.sys,
    FOLDER,
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.getSourceFile = (path, how) => {
    const code = files.get(path);
    return code === undefined ? getSourceFile(path, how) : ts.createSourceFile(path, code, how);
  };
  const program = ts.createProgram([GLOBALS, ...files.keys()], { ...options, ...more }, host);
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return found.map(
      ({ messageText }) =>
        `${basename(path)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** Compiles the examples of TypeDoc's JSON against the sources, and returns what is wrong with them. */
export function compileExamples(project: Reflection): readonly string[] {
  const packages = new Map(
    (project.children ?? []).flatMap((entry) =>
      (entry.children ?? []).map(({ name }) => [name, packageOf(entry.name)] as const),
    ),
  );
  const files = [...examplesOf(project)].map(
    ([name, code]) => [join(FOLDER, `${name}.example.ts`), withImports(code, packages)] as const,
  );
  return compile(new Map(files), {});
}

/** Compiles the modules of pages and returns what is wrong with them. A component's finds React beside the example's page. */
export async function compileBlocks(pages: readonly string[]): Promise<readonly string[]> {
  const files: (readonly [string, string])[] = [];
  for (const page of pages) {
    for (const [index, { language, text }] of (await readBlocks(page)).entries()) {
      if (language !== 'ts' && language !== 'tsx') continue;
      const folder = language === 'tsx' ? join(ROOT, 'examples', 'react-page') : FOLDER;
      files.push([join(folder, `${basename(page)}-${index + 1}.${language}`), `${text}export {};`]);
    }
  }
  return compile(new Map(files), { types: ['node'] });
}
