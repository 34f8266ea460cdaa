import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createSandbox, PASSWORD } from '@forecourt/sandbox';
import { type BuildOptions, build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';

const { folder } = inject('packed').core;

const LIBRARIES = ['zod', 'xstate', 'ky', '@noble/*', 'papaparse', 'xlsx'];
const CLIENT = "export { createClient, listRows, getRecord, signIn } from '@forecourt/core';";
const EVERYTHING = ['', '/provider-files', '/testing']
  .map((door) => `export * from '@forecourt/core${door}';`)
  .join('\n');

/** Bundles the published package the way an application would. */
async function bundle(contents: string, options: BuildOptions = {}) {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'js' },
    absWorkingDir: folder,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    minify: true,
    logLevel: 'silent',
    ...options,
  });
  const code = String(outputFiles?.[0]?.text);
  const [output] = Object.values(metafile?.outputs ?? {});
  const modules = Object.entries(output?.inputs ?? {})
    .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path.startsWith('dist/'))
    .map(([path]) => path.slice('dist/'.length).replace(/\.js$/, ''));
  return { code, modules };
}

const own = (contents: string) => bundle(contents, { external: LIBRARIES });
const inRooms = (modules: readonly string[], ...rooms: readonly string[]) =>
  modules.filter((path) => rooms.some((room) => path.startsWith(`${room}/`)));

describe("an application's bundle", () => {
  it('contains at most 12 kB of our own code, gzipped, for the client alone', async () => {
    const { code } = await own(CLIENT);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(12_000);
  });

  it('has no workflow, state machine library or file reader if only the client is used', async () => {
    const everything = await own(EVERYTHING);
    expect(inRooms(everything.modules, 'workflows').length).toBeGreaterThan(10);
    expect(inRooms(everything.modules, 'provider-files').length).toBeGreaterThan(10);
    expect(everything.code).toContain('xstate');

    const client = await own(CLIENT);
    expect(inRooms(client.modules, 'workflows', 'provider-files', 'resources', 'testing')).toEqual(
      [],
    );
    expect(client.code).not.toMatch(/xstate|papaparse|xlsx/);
  });

  it('contains only the workflow that is used', async () => {
    const { modules } = await own("export { loginWorkflow } from '@forecourt/core';");
    expect(inRooms(modules, 'workflows/login')).not.toEqual([]);
    const others = modules.filter((path) => /^workflows\/(?!login\/)[^/]+\//.test(path));
    expect([...others, ...inRooms(modules, 'provider-files', 'resources')]).toEqual([]);
  });

  it('needs nothing that only another platform has', async () => {
    const names = [
      ...['process', 'Buffer', 'require', '__dirname', 'setImmediate'],
      ...['window', 'document', 'localStorage', 'navigator', 'location'],
    ];
    const define = Object.fromEntries(names.map((name) => [name, `PLATFORM_${name}`]));
    const { code } = await bundle(EVERYTHING, { external: LIBRARIES, define });
    expect(code.match(/PLATFORM_\w+/g)).toBe(null);
    const { code: probe } = await bundle('export const { pid } = process;', { define });
    expect(probe).toContain('PLATFORM_process');
  });

  it.each(['browser', 'neutral'] as const)(
    'is complete with its libraries on the platform %s, without polyfills',
    async (platform) => {
      const { code } = await bundle(EVERYTHING, {
        platform,
        mainFields: ['browser', 'module', 'main'],
      });
      expect(code).not.toMatch(/from ?"node:|^import /m);
    },
  );

  it('signs in and reads a list in a browser', async () => {
    const site = await mkdtemp(join(tmpdir(), 'forecourt-browser-'));
    const script = `
      import { cards, createClient, listRows, memoryStore, signIn } from '@forecourt/core';
      const client = createClient({ baseUrl: location.origin + '/api/v1', store: memoryStore() });
      signIn(client, { email: 'admin@forecourt.test', password: ${JSON.stringify(PASSWORD)} })
        .then(() => listRows(client, cards, { page: 0, size: 3, filters: [] }))
        .then((page) => page.rows.length, String)
        .then((answer) => { document.title = 'answer ' + answer; });`;
    await writeFile(join(site, 'app.js'), (await bundle(script)).code);
    await writeFile(join(site, 'index.html'), '<script type="module" src="/app.js"></script>');
    const demo = { customers: 3, cards: 5, transactions: 10, invoices: 2 };
    const sandbox = await createSandbox({ portalDir: site, passwordCost: 4, demo });
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const { url } = await sandbox.listen({ port: 0 });
      const page = await browser.newPage();
      await page.goto(url);
      await page.waitForFunction(() => document.title.startsWith('answer'));
      expect(await page.title()).toBe('answer 3');
    } finally {
      await browser.close();
      await sandbox.close();
      await rm(site, { recursive: true, force: true });
    }
  });
});
