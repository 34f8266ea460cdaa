// Regenerates docs/reference: node --conditions=source docs/generate/write.ts
import { mkdir, writeFile } from 'node:fs/promises';
import { references } from './references.ts';

const folder = new URL('../reference/', import.meta.url);
await mkdir(new URL('machines/', folder), { recursive: true });
await mkdir(new URL('../../packages/cli/man/', folder), { recursive: true });
await mkdir(new URL('../architecture/rooms/', folder), { recursive: true });
for (const [name, text] of await references()) await writeFile(new URL(name, folder), text);
