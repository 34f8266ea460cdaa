import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { pipelineSheet, workbookBytes } from '@forecourt/provider-file-examples';
import { publint } from 'publint';
import ts from 'typescript5';
import { describe, expect, inject, it } from 'vitest';
import * as core from '../src/index.ts';

const run = promisify(execFile);
const packed = inject('packed');

const files = (tarball: string): string[] =>
  execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');

const manifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** Returns the project that has installed a package. */
const projectOf = (folder: string): string => join(folder, '..', '..', '..');

async function inNode(folder: string, script: string): Promise<unknown> {
  const cwd = projectOf(folder);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd });
  return JSON.parse(stdout);
}

/** Compiles files of an ESM project, and the declarations that they reach, and returns the errors. */
async function compiled(
  compiler: string,
  project: string,
  programs: readonly string[],
  paths: Readonly<Record<string, readonly string[]>> = {},
): Promise<readonly string[]> {
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  const packageFile = createRequire(import.meta.url).resolve(`${compiler}/package.json`);
  const settings = `tsconfig.${compiler}.json`;
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'esnext.iterator'],
    types: [],
    paths,
  };
  await writeFile(join(project, settings), JSON.stringify({ compilerOptions, files: programs }));
  const tsc = [join(dirname(packageFile), 'bin', 'tsc'), '-p', settings];
  const { stdout } = await run(process.execPath, tsc, { cwd: project }).catch(
    (failed: { stdout: string }) => failed,
  );
  return stdout.split('\n').filter((text) => /^\S/.test(text));
}

/** Creates another project that has the package but lacks some of its libraries. */
async function installedWithout(folder: string, left: readonly string[]): Promise<string> {
  const modules = join(await mkdtemp(`${projectOf(folder)}-without-`), 'node_modules');
  const copy = join(modules, '@forecourt', 'core');
  await cp(folder, copy, { recursive: true });
  const { dependencies } = await manifest(folder);
  for (const library of Object.keys(dependencies).filter((name) => !left.includes(name))) {
    await mkdir(dirname(join(modules, library)), { recursive: true });
    await symlink(await realpath(join(folder, '..', '..', library)), join(modules, library));
  }
  return copy;
}

describe.each(['core', 'cli'] as const)('@forecourt/%s, packed', (name) => {
  const { tarball, folder } = packed[name];

  it('contains its build, licence and readme, and no source or test', () => {
    const rooms = new Set(files(tarball).map((path) => path.split('/')[1]));
    const own = name === 'cli' ? ['man'] : [];
    expect([...rooms].sort()).toEqual(['LICENSE', 'README.md', 'dist', ...own, 'package.json']);
    expect(files(tarball).filter((path) => /\.test|test-kit/.test(path))).toEqual([]);
  });

  it('names no folder of the machine that built it', async () => {
    const texts = await Promise.all(
      files(tarball).map(async (path) => {
        const text = await readFile(join(folder, path.replace(/^package\//, '')), 'utf8');
        return { path, named: text.includes(join('packages', 'core', 'src')) };
      }),
    );
    expect(texts.filter(({ named }) => named)).toEqual([]);
  });

  it('needs nothing that only this workspace has', async () => {
    const { dependencies, exports, engines } = await manifest(folder);
    expect(JSON.stringify(dependencies)).not.toMatch(/workspace:|link:|file:/);
    expect(JSON.stringify(exports) ?? '').not.toContain('source');
    expect(engines).toEqual({ node: '>=22.22' });
  });

  it('names each of its entries in its readme', async () => {
    const [{ exports = {} }, readme] = await Promise.all([
      manifest(folder),
      readFile(join(folder, 'README.md'), 'utf8'),
    ]);
    const entries = Object.keys(exports).filter((path) => name === 'core' && path !== '.');
    expect(entries.filter((path) => !readme.includes(`@forecourt/core${path.slice(1)}\``))).toEqual(
      [],
    );
  });

  it('has no finding by publint', async () => {
    const bytes = Uint8Array.from(await readFile(tarball)).buffer;
    const { messages } = await publint({ pack: { tarball: bytes }, strict: true });
    expect(messages).toEqual([]);
  });
});

describe('@forecourt/core, installed', () => {
  const { tarball, folder } = packed.core;

  it('has types that every ESM resolution finds and that fit the code', async () => {
    const bytes = new Uint8Array(await readFile(tarball));
    const analysis = await checkPackage(createPackageFromTarballData(bytes));
    if (analysis.types === false) throw new Error('There are no types in the package.');
    expect(Object.keys(analysis.entrypoints)).toEqual([
      '.',
      './opentelemetry',
      './provider-files',
      './react',
      './recorder',
      './testing',
    ]);
    // The package is ESM-only; how CommonJS or the old resolution finds it isn't promised.
    const esm = analysis.problems.filter((problem) => {
      const kind = 'resolutionKind' in problem ? problem.resolutionKind : 'bundler';
      return kind === 'node16-esm' || kind === 'bundler';
    });
    expect(esm).toEqual([]);
  });

  it('exports the same names in Node as its sources', async () => {
    const names = await inNode(
      folder,
      "console.log(JSON.stringify(Object.keys(await import('@forecourt/core')).sort()))",
    );
    expect(names).toEqual(Object.keys(core).sort());
  });

  it('loads neither SheetJS nor Papa Parse through its main entry, and SheetJS only when needed', async () => {
    const examples = join(import.meta.dirname, '../../../examples/provider-files');
    // An Excel 2003 XML workbook, which the package's own readers leave to SheetJS.
    const old = join(await mkdtemp(`${projectOf(folder)}-old-`), 'old.xls');
    await writeFile(old, workbookBytes([pipelineSheet('2026-11-18', 4)], { type: 'xlml' }));
    const check = (file: string, provider: string) => `
      import { openAsBlob } from 'node:fs';
      import { checkProviderFile } from '@forecourt/core/provider-files';
      const blob = await openAsBlob(${JSON.stringify(resolve(examples, file))});
      const file = { name: ${JSON.stringify(file)}, blob };
      const report = await checkProviderFile(file, { provider: '${provider}', today: '2026-11-20' });
      console.log(JSON.stringify(report.rows > 0));`;
    const pipeline = check('Pipeline_2026-11-18.xlsx', 'Pipeline');
    const esso = check('ESSO_TXN_70768501_20261118.xls', 'ESSO');
    const before = check(old, 'Pipeline');
    expect(await inNode(folder, before)).toBe(true);

    const noSheetJs = await installedWithout(folder, ['xlsx']);
    expect(await inNode(noSheetJs, pipeline)).toBe(true);
    expect(await inNode(noSheetJs, esso)).toBe(true);
    await expect(inNode(noSheetJs, before)).rejects.toThrow(/xlsx/);

    const neither = await installedWithout(folder, ['xlsx', 'papaparse']);
    await expect(inNode(neither, pipeline)).rejects.toThrow(/papaparse/);
    expect(await inNode(neither, "await import('@forecourt/core'); console.log(1)")).toBe(1);
  });

  it('SDK-02 needs the API of OpenTelemetry only where it is asked for spans', async () => {
    const entry = "await import('@forecourt/core/opentelemetry'); console.log(1)";
    expect(await inNode(folder, entry)).toBe(1);
    const without = await installedWithout(folder, []);
    expect(await inNode(without, "await import('@forecourt/core'); console.log(1)")).toBe(1);
    await expect(inNode(without, entry)).rejects.toThrow(/@opentelemetry\/api/);
  });

  it.each(['typescript5', 'typescript7'])(
    'has strict types for integrators, checked whole by %s',
    async (compiler) => {
      const project = projectOf(folder);
      const at = join(project, 'integrator.ts');
      await writeFile(
        at,
        `import * as classic from 'zod';
      import * as mini from 'zod/mini';
      import {
        type ActionDefinition, actionPorts, actionWorkflow, cards, createClient, createRecord, customers, customerStatement, dailyRates,
        type Decimal, type FormFieldName, importPorts, importWorkflow, type ListedResource, listPorts, listRows, listWorkflow, markups,
        exportRows, memoryStore, type OwnResource, ownResource, payments, recordPorts, recordWorkflow, startWorkflow, transactions, typedQuery,
        updateRecord,
        uploadPorts, uploadWorkflow, type Workflow,
      } from '@forecourt/core';
      import { checkProviderFile } from '@forecourt/core/provider-files';
      import { openTelemetry } from '@forecourt/core/opentelemetry';
      import { useWorkflow } from '@forecourt/core/react';
      import { type RecordedRun, replay } from '@forecourt/core/recorder';
      import { createFakeTransport } from '@forecourt/core/testing';
      const client = createClient({ baseUrl: 'http://x.test', store: memoryStore() });
      const page = await listRows(client, cards, { page: 0, size: 5, filters: [] });
      const count: number = page.totalRecords;
      // @ts-expect-error a row has no such field
      page.rows[0]?.no_such_field;
      interface Depot { readonly id: string }
      const byZod: ListedResource<Depot>['schema'] = classic.object({ id: classic.string() });
      const byMini: ListedResource<Depot>['schema'] = mini.object({ id: mini.string() });
      // @ts-expect-error an id is text
      const other: ListedResource<Depot>['schema'] = mini.object({ id: mini.number() });
      // @ts-expect-error a provider is wanted
      checkProviderFile({ name: 'a.csv', blob: new Blob([]) }, {});
      const list = startWorkflow(listWorkflow(listPorts(client, cards)), { input: { query: { size: 20 } } });
      list.send({ type: 'page.changed', page: 1 });
      // @ts-expect-error no surface sends what the machine sends to itself
      list.send({ type: 'list.received', key: '', options: [] });
      list.send({ type: 'sort.changed', sort: { field: 'card_number', direction: 'asc' } });
      // @ts-expect-error a card has no such field to sort by
      list.send({ type: 'sort.changed', sort: { field: 'card_no', direction: 'asc' } });
      // @ts-expect-error nor to filter by
      listRows(client, cards, { page: 0, size: 5, filters: [{ field: 'card_no', match: 'exact', value: '1' }] });
      // @ts-expect-error nor by one that its list doesn't show
      listRows(client, cards, { page: 0, size: 5, filters: [{ field: 'held_by', match: 'exact', value: '1' }] });
      // @ts-expect-error nor by a date, because the list has none
      list.send({ type: 'sort.changed', sort: { field: 'date', direction: 'asc' } });
      listRows(client, transactions, { page: 0, size: 5, sort: { field: 'date', direction: 'asc' }, filters: [{ field: 'billing', match: 'exact', value: 'Billed' }] });
      // @ts-expect-error the service has no order of what is computed
      listRows(client, transactions, { page: 0, size: 5, sort: { field: 'billing', direction: 'asc' }, filters: [] });
      // @ts-expect-error nor does it filter by sub-rows
      exportRows(client, transactions, { filters: [{ field: 'sub_transactions', match: 'exact', value: '1' }] });
      // @ts-expect-error nor by a column that says so
      startWorkflow(listWorkflow(listPorts(client, transactions)), { input: { query: { filters: [{ field: 'txn_qty', match: 'from', value: '1' }] } } });
      const read = typedQuery(transactions.list, { filters: [{ field: 'Company', match: 'contains', value: 'haul' }] });
      listRows(client, transactions, { page: 0, size: 5, filters: [], ...read.query });
      // @ts-expect-error an input has its workflow's fields
      startWorkflow(listWorkflow(listPorts(client, cards)), { input: { sise: 20 } });
      const paid = startWorkflow(recordWorkflow(recordPorts(client, payments)), { input: { mode: 'create' } });
      paid.send({ type: 'field.changed', name: 'amount_paid', value: '100.00' });
      paid.send({ type: 'field.changed', name: 'leave', value: true });
      // @ts-expect-error a payment's form has no such field
      paid.send({ type: 'field.changed', name: 'amount', value: '100.00' });
      // @ts-expect-error nor does it begin with one
      startWorkflow(recordWorkflow(recordPorts(client, payments)), { input: { mode: 'create', provided: { amount: '1' } } });
      // @ts-expect-error nor is one typed
      paid.view.data.draft.amount;
      const typed = paid.view.data.draft.amount_paid;
      // @ts-expect-error nor is one asked for
      const asked = paid.view.status === 'pending' && paid.view.needs.some(({ name }) => name === 'amount');
      const line: FormFieldName<typeof transactions> = 'lines.0.dtl_qty';
      for (const { name } of paid.view.status === 'pending' ? paid.view.needs : [])
        paid.send({ type: 'field.changed', name, value: '' });
      updateRecord(client, markups, '7', { mark_up_value: '0.03' });
      // @ts-expect-error a markup's form has no such field to change
      updateRecord(client, markups, '7', { markup: '0.03' });
      // @ts-expect-error nor to create one with
      createRecord(client, markups, { markup: '0.03' });
      const keep = async () => ({ name: 'a.pdf', location: 'a.pdf', bytes: 1 });
      const statement = startWorkflow(actionWorkflow(actionPorts(client, customers, customerStatement, keep)), {
        input: { ids: ['1'], provided: { from: '2026-10-01' } },
      });
      statement.send({ type: 'field.changed', name: 'to', value: '2026-10-31' });
      // @ts-expect-error a statement asks for no such field
      statement.send({ type: 'field.changed', name: 'until', value: '2026-10-31' });
      // @ts-expect-error nor does it begin with one
      startWorkflow(actionWorkflow(actionPorts(client, customers, customerStatement, keep)), { input: { provided: { until: '1' } } });
      const [, anAction] = cards.actions ?? [];
      const anyNames: ActionDefinition | undefined = customerStatement ?? anAction;
      const uploaded = startWorkflow(uploadWorkflow(uploadPorts(client, dailyRates)), { input: { provided: { provider: 'Esso' } } });
      uploaded.send({ type: 'field.changed', name: 'file', value: { name: 'a.xlsx', blob: new Blob([]) } });
      // @ts-expect-error an upload of rates asks for a provider and a file
      uploaded.send({ type: 'field.changed', name: 'supplier', value: 'Esso' });
      const imported = startWorkflow(importWorkflow(importPorts(client, { check: async () => { throw 0; }, keep })), {
        input: { providers: [], texts: { success: '', failure: '' } },
      });
      imported.send({ type: 'field.changed', name: 'guards', value: ['TAX-FET'] });
      // @ts-expect-error an import has no such answer
      imported.send({ type: 'field.changed', name: 'guard', value: ['TAX-FET'] });
      interface Van { readonly id?: string; readonly plate?: string; readonly fuel?: string }
      const vans: OwnResource<Van> = {
        shape: 1, name: 'vans', noun: ['van', 'vans'], menu: { screen: 'VAN', label: 'Vans' }, values: { id: 'code', plate: 'code', fuel: 'text' },
        list: { path: 'vans', columns: [{ field: 'plate', label: 'Plate' }] },
        form: { fields: [{ name: 'plate', label: 'Plate', section: 'Van', input: 'text' }], create: true },
      };
      createRecord(client, ownResource(vans), { plate: 'ON 1' });
      const van = startWorkflow(recordWorkflow(recordPorts(client, ownResource(vans))), { input: { mode: 'create' } });
      van.send({ type: 'field.changed', name: 'plate', value: 'ON 1' });
      // @ts-expect-error a form of one's own has no such field
      van.send({ type: 'field.changed', name: 'plat', value: 'ON 1' });
      if (paid.view.status === 'done') {
        const amount: Decimal | null | undefined = paid.view.output.record?.amount_paid;
        // @ts-expect-error a payment has no such field
        paid.view.output.record?.no_such_field;
        console.log(amount);
      }
      const telemetry = openTelemetry({ propagate: true });
      createClient({ baseUrl: 'http://x.test', store: memoryStore(), onCall: telemetry.onCall });
      const watched = telemetry.workflow(listWorkflow(listPorts(client, cards)));
      // @ts-expect-error an input has its workflow's fields, also of a traced one
      startWorkflow(watched, { input: { sise: 20 } });
      const replayed = (run: RecordedRun) => replay(run, listWorkflow(listPorts(client, cards))).same;
      const check: NonNullable<OwnResource['form']>['check'] = ({ draft }) =>
        draft.name ? {} : { name: [{ code: 'none', message: 'Name it' }] };
      const judged = (wrong: boolean) => (wrong ? { name: [{ code: 'a', message: 'b' }] } : { name: undefined });
      const form: Pick<NonNullable<OwnResource['form']>, 'check'> = { check: ({ draft }) => judged(!draft.name) };
      type Own = Workflow<{ readonly status: 'done' }, { readonly type: 'go' }, { readonly id: string }>;
      const Shown = (own: Own) => {
        const [view, send] = useWorkflow(() => own, { id: '1' });
        send({ type: 'go' });
        // @ts-expect-error its only event is go
        send({ type: 'stop' });
        // @ts-expect-error its input has an id
        useWorkflow(() => own, {});
        return view.status;
      };
      export { anyNames, asked, byMini, byZod, check, count, createFakeTransport, form, line, other, replayed, Shown, typed };`,
      );
      const slip = join(project, 'slip.ts');
      await writeFile(
        slip,
        `import { type Customer, customers, type FieldOf, type FormFieldName, type ImportEvent, type OwnForm, type RecordEvent, type UploadEvent } from '@forecourt/core';
      export const field: FieldOf<Customer> = 'eob_ids';
      export const name: FormFieldName<typeof customers> = 'tax_nr';
      const act: RecordEvent<'reason'> = { type: 'field.changed', name: 'reasn', value: '' };
      const up: UploadEvent<'provider'> = { type: 'field.changed', name: 'provder', value: '' };
      const imp: ImportEvent = { type: 'field.changed', name: 'guard', value: '' };
      const own: OwnForm<object, 'plate' | 'fuel'>['fields'] = [{ name: 'plat', label: 'Plate', section: '', input: 'text' }];
      export { act, imp, own, up };`,
      );
      // A slip doesn't compile, and the compiler says what was meant.
      expect(await compiled(compiler, project, [at, slip])).toEqual([
        expect.stringMatching(/slip\.ts.*Did you mean '"eob_id"'\?$/),
        expect.stringMatching(/slip\.ts.*Did you mean '"tax_no"'\?$/),
        expect.stringMatching(/slip\.ts.*Did you mean '"reason"'\?$/),
        expect.stringMatching(/slip\.ts.*Did you mean '"provider"'\?$/),
        expect.stringMatching(/slip\.ts.*Did you mean '"guards"'\?$/),
        expect.stringMatching(/slip\.ts.*Did you mean '"plate"'\?$/),
      ]);
    },
  );
});

it('@forecourt/core has types that read: an editor shows rows, forms and runs by their names', async () => {
  const at = join(projectOf(packed.core.folder), 'shown.ts');
  await writeFile(
    at,
    `import {
      actionPorts, actionWorkflow, cards, createClient, customers, customerStatement, listPorts, listRows, listWorkflow, memoryStore,
      payments, recordPorts, recordWorkflow, startWorkflow,
    } from '@forecourt/core';
    const client = createClient({ baseUrl: 'http://x.test', store: memoryStore() });
    const list = startWorkflow(listWorkflow(listPorts(client, cards)), { input: {} });
    const { view, send } = list;
    const page = await listRows(client, cards, { page: 0, size: 5, filters: [] });
    const record = startWorkflow(recordWorkflow(recordPorts(client, payments)), { input: { mode: 'create' } });
    const statement = actionWorkflow(actionPorts(client, customers, customerStatement, async () => { throw 0; }));`,
  );
  const program = ts.createProgram([at], {
    ...{ strict: true, noEmit: true, target: ts.ScriptTarget.ES2024, types: [] },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  });
  const checker = program.getTypeChecker();
  const shown: Record<string, string> = {};
  const visit = (node: ts.Node) => {
    if ((ts.isVariableDeclaration(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name))
      shown[node.name.text] = checker.typeToString(checker.getTypeAtLocation(node.name));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(program.getSourceFile(at) as ts.Node, visit);
  expect(shown).toEqual({
    client: 'Client',
    list: 'WorkflowRun<ListView<Card, CardNames>, ListEvent<Card, CardNames>>',
    view: 'ListView<Card, CardNames>',
    send: '(this: void, event: ListEvent<Card, CardNames>) => void',
    page: 'Page<Card>',
    record: 'WorkflowRun<RecordView<Payment, Payment, PaymentField>, RecordEvent<PaymentField>>',
    statement:
      'Workflow<ActionView<"from" | "to" | "format">, RecordEvent<"from" | "to" | "format">, RecordInput<"from" | "to" | "format">>',
  });
});

describe('forecourt, installed', () => {
  it.each(['typescript5', 'typescript7'])(
    'has strict types of its host without another package, checked whole by %s',
    async (compiler) => {
      const { folder } = packed.cli;
      const declarations = join(folder, 'dist', 'handlers', 'host.d.mts');
      expect(await readFile(declarations, 'utf8')).not.toMatch(/^import /m);
      const program = join(projectOf(folder), 'host.ts');
      await writeFile(
        program,
        `import { createClient } from '@forecourt/core';
      import { type Claim, claim, type Host, keepSecret, openHost, redact, type Seal, sealOf, writeFresh } from '@forecourt/cli/host';
      const host: Host = openHost({ FORECOURT_TOKEN: 'abc' });
      const { baseUrl, store, timeoutMs } = host;
      export const client = createClient({ baseUrl, store, timeoutMs });
      const held: Claim = await claim(host.dir, 'night');
      keepSecret(store.load()?.authorization);
      const seal: Seal = sealOf('a long secret');
      const isNew: boolean = writeFresh(host.dir + '/note', seal.close(redact('a text')));
      // @ts-expect-error a profile is text
      host.profile.toFixed();
      // @ts-expect-error an environment has texts
      openHost({ FORECOURT_TOKEN: 1 });
      held.release();
      console.log(isNew);`,
      );
      const paths = { '@forecourt/core': [join(packed.core.folder, 'dist', 'index.d.ts')] };
      expect(await compiled(compiler, projectOf(folder), [program], paths)).toEqual([]);
    },
  );

  it('runs with the dependencies that it declares', async () => {
    const { folder } = packed.cli;
    const { bin, version } = await manifest(folder);
    const forecourt = join(folder, bin.forecourt);
    const { stdout } = await run(process.execPath, [forecourt, '--version']);
    expect(stdout.trim()).toBe(version);
    const path = await run(process.execPath, [forecourt, 'config', 'path']);
    expect(path.stdout).toMatch(/config/);
  });
});
