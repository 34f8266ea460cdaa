import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the portal as it was just built. */
    readonly portalDir: string;
  }
}

/** Builds the portal once, for all test files. */
export async function setup(project: TestProject) {
  const portalDir = await mkdtemp(join(tmpdir(), 'forecourt-portal-'));
  // The test runner's 'test' would give React's development build.
  process.env.NODE_ENV = 'production';
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: portalDir, emptyOutDir: true },
  });
  project.provide('portalDir', portalDir);
  return () => rm(portalDir, { recursive: true, force: true });
}
