// Regenerates docs/openapi.json: a part of npm run docs -- --write.
import { writeFile } from 'node:fs/promises';
import { openApiText } from './document.ts';

await writeFile(new URL('../openapi.json', import.meta.url), openApiText());
