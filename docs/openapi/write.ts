// Regenerates docs/openapi.json: node --conditions=source docs/openapi/write.ts
import { writeFile } from 'node:fs/promises';
import { openApiText } from './document.ts';

await writeFile(new URL('../openapi.json', import.meta.url), openApiText());
