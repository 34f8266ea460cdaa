/**
 * Set up for each test file of the command line: a working directory of its own. Commands write into it where no
 * `--out` says otherwise, and the project's must stay as it is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const before = process.cwd();
const dir = mkdtempSync(join(tmpdir(), 'forecourt-cwd-'));
process.chdir(dir);

afterAll(() => {
  process.chdir(before);
  rmSync(dir, { recursive: true, force: true });
});
