/**
 * Writes one good file of each provider: `node --conditions=source generate.ts [dir] [YYYY-MM-DD]`.
 * Without a directory they go beside this script.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goodFiles } from './good-files.ts';

const [directory = import.meta.dirname, day = '2026-11-18'] = process.argv.slice(2);
await mkdir(directory, { recursive: true });
for (const { name, provider, bytes } of goodFiles(day)) {
  await writeFile(join(directory, name), bytes);
  console.log(`${provider}: ${join(directory, name)} (${bytes.length} bytes)`);
}
