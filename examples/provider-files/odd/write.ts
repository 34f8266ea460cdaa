/** Writes odd workbooks to look at: `node --conditions=source odd/write.ts <dir> [count] [first seed]`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oddWorkbooks } from './odd-workbooks.ts';

const [directory, count = '20', seed = '1'] = process.argv.slice(2);
if (directory === undefined) {
  console.error('Say where to: node --conditions=source odd/write.ts <dir> [count] [first seed]');
  process.exitCode = 2;
} else {
  await mkdir(directory, { recursive: true });
  for await (const { bytes, name } of oddWorkbooks(Number(count), Number(seed))) {
    await writeFile(join(directory, name), bytes);
    console.log(join(directory, name));
  }
}
