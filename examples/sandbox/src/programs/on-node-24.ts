import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The first Node with all that the sandbox uses: its SQLite, and syntax that earlier ones refuse. */
const NEEDED = 24;

/** The Node that the checkout installed, seen from a built program. */
const OWN_NODE = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));

/**
 * Loads a program; on an earlier Node runs the same command again on the checkout's own Node. This file and those that
 * import it may import only what an earlier Node can load.
 */
export async function onNode24(program: () => Promise<unknown>): Promise<void> {
  const { execArgv, argv, versions } = process;
  if (Number.parseInt(versions.node, 10) >= NEEDED) {
    // Before anything else is loaded, so that all of it comes from the cache.
    const { enableCompileCache } = await import('node:module');
    enableCompileCache();
    await program();
    return;
  }
  if (!existsSync(OWN_NODE)) {
    console.error(
      `The sandbox needs Node ${NEEDED} or later; this is Node ${versions.node}. Run npm start once in the checkout: it installs one.`,
    );
    process.exit(1);
  }
  const child = spawn(OWN_NODE, [...execArgv, ...argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('close', (code) => process.exit(code ?? 1));
}
