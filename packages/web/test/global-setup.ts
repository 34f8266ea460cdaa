import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@forecourt/sandbox';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a sandbox with demo data that serves the portal as it was just built. */
    readonly portal: string;
    /** Folder of that build. */
    readonly portalDir: string;
  }
}

/** Builds the portal once and serves it for all test files; they run in a real browser. */
export async function setup(project: TestProject) {
  const portalDir = await mkdtemp(join(tmpdir(), 'forecourt-portal-'));
  // The test runner's 'test' would give React's development build.
  process.env.NODE_ENV = 'production';
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: portalDir, emptyOutDir: true },
  });
  const sandbox = await createSandbox({ portalDir, passwordCost: 4 });
  const { url } = await sandbox.listen({ port: 0 });
  project.provide('portal', url);
  project.provide('portalDir', portalDir);
  return async () => {
    await sandbox.close();
    await rm(portalDir, { recursive: true, force: true });
  };
}
