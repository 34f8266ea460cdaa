/**
 * Setup of each command-line test file: a temporary working directory, and no secrets that the commands of
 * another file have used in this process. Commands without `--out` write there, and the project's folder
 * must stay unchanged.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const before = process.cwd();
const dir = mkdtempSync(join(tmpdir(), 'forecourt-cwd-'));
process.chdir(dir);
Reflect.deleteProperty(globalThis, Symbol.for('forecourt.secrets'));

afterAll(() => {
  process.chdir(before);
  rmSync(dir, { recursive: true, force: true });
});
