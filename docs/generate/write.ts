// Renews docs/reference: node --conditions=source docs/generate/write.ts
import { mkdir, writeFile } from 'node:fs/promises';
import { references } from './references.ts';

const folder = new URL('../reference/', import.meta.url);
await mkdir(new URL('machines/', folder), { recursive: true });
for (const [name, text] of references()) await writeFile(new URL(name, folder), text);
