/**
 * Writes one good file of each provider, and of each rate provider into `rates`: `node --conditions=source generate.ts [dir] [YYYY-MM-DD]`.
 * Without a directory they go beside this script.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goodFiles } from './good-files.ts';
import { goodRates } from './rates/good-rates.ts';

const [directory = import.meta.dirname, day = '2026-11-18'] = process.argv.slice(2);
const folders = [
  { folder: directory, files: goodFiles(day) },
  { folder: join(directory, 'rates'), files: goodRates(day) },
];
for (const { folder, files } of folders) {
  await mkdir(folder, { recursive: true });
  for (const { name, provider, bytes } of files) {
    await writeFile(join(folder, name), bytes);
    console.log(`${provider}: ${join(folder, name)} (${bytes.length} bytes)`);
  }
}
