import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox, PASSWORD } from '@forecourt/sandbox';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const run = promisify(execFile);
const PNPM = fileURLToPath(new URL('../../../scripts/pnpm.mjs', import.meta.url));
const SMOKE = new URL('smoke.js', import.meta.url);
const FILE = new URL('../../../examples/provider-files/Pipeline_2026-11-18.xlsx', import.meta.url);
const ACCOUNT = { email: 'admin@forecourt.test', password: PASSWORD };

const { arch } = process;
/** The packages that bring a runtime's program, and how it starts a script. `npm run runtimes` tries all. */
const RUNTIMES = {
  'Node 22.22': [`node-linux-${arch}@22.22.0`, 'bin/node'],
  'Node 24': [undefined, process.execPath],
  Bun: [`@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : arch}@1.4.5`, 'bin/bun'],
  Deno: [`@deno/linux-${arch}-glibc@2.9.6`, 'deno', 'run', '--allow-all'],
} as const;
const names = Object.keys(RUNTIMES) as (keyof typeof RUNTIMES)[];
const TRIED = process.env.RUNTIMES === 'every' ? names : (['Node 22.22', 'Node 24'] as const);

const folder = await mkdtemp(join(tmpdir(), 'forecourt-runtimes-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const DONE = {
  refused: ['invalid_credentials', 'none', 401],
  rows: 3,
  total: 40,
  resumed: ACCOUNT.email,
  imported: { status: 'done', rows: 300, errors: 0, imported: 300, reason: 'imported' },
  /** The same file: what became of it the first time. */
  again: { status: 'done', rows: 300, errors: 0, imported: 300, reason: 'already_imported' },
  purchases: 310,
};

/** A service of its own, because each import changes what the next one answers. */
async function serve(portalDir?: string) {
  const demo = { customers: 3, cards: 40, transactions: 10, invoices: 2 };
  const sandbox = await createSandbox({ passwordCost: 4, demo, ...(portalDir && { portalDir }) });
  const { url } = await sandbox.listen({ port: 0 });
  return { url, close: () => sandbox.close() };
}

beforeAll(async () => {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await writeFile(join(folder, 'pnpm-workspace.yaml'), 'packages: []\nnodeLinker: hoisted\n');
  await cp(SMOKE, join(folder, 'smoke.js'));
  await cp(FILE, join(folder, 'night.xlsx'));
  await writeFile(
    join(folder, 'main.js'),
    `import { readFile } from 'node:fs/promises';
     import { smoke } from './smoke.js';
     const blob = new Blob([await readFile(new URL('night.xlsx', import.meta.url))]);
     const [baseUrl, email, password] = JSON.parse(process.argv.at(-1));
     console.log(JSON.stringify(await smoke({ baseUrl, email, password, blob })));`,
  );
  const programs = TRIED.flatMap((name) => RUNTIMES[name][0] ?? []);
  const add = [PNPM, '--dir', folder, 'add', '--prefer-offline', inject('packed').core.tarball];
  await run(process.execPath, [...add, ...programs]);
}, 300_000);

it.each(TRIED)('the packed SDK signs in, lists, resumes and imports on %s', async (name) => {
  const [source, file, ...options] = RUNTIMES[name];
  const module = source?.slice(0, source.lastIndexOf('@'));
  const program = module ? join(folder, 'node_modules', module, file) : file;
  const service = await serve();
  try {
    const input = JSON.stringify([`${service.url}/api/v1`, ACCOUNT.email, ACCOUNT.password]);
    const { stdout } = await run(program, [...options, join(folder, 'main.js'), input], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual(DONE);
  } finally {
    await service.close();
  }
});

it('the packed SDK signs in, lists, resumes and imports in Chromium', async () => {
  const site = join(folder, 'site');
  await build({
    stdin: {
      contents: `
        import { smoke } from './smoke.js';
        const blob = await (await fetch('/night.xlsx')).blob();
        const account = ${JSON.stringify(ACCOUNT)};
        const answer = await smoke({ baseUrl: location.origin + '/api/v1', blob, ...account });
        document.title = JSON.stringify(answer);`,
      resolveDir: folder,
    },
    bundle: true,
    format: 'esm',
    target: 'es2024',
    outfile: join(site, 'app.js'),
    logLevel: 'silent',
  });
  await writeFile(join(site, 'index.html'), '<script type="module" src="/app.js"></script>');
  await writeFile(join(site, 'night.xlsx'), await readFile(FILE));
  const service = await serve(site);
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(service.url);
    await page.waitForFunction(() => document.title.startsWith('{'));
    expect(JSON.parse(await page.title())).toEqual(DONE);
  } finally {
    await browser.close();
    await service.close();
  }
});
