// `npm run bench [name …]`: each row is a ratio of two programs, run alternately on this machine. --json prints
// one document of all rows at the end; --write updates their figures in docs/numbers.md.
import { parseArgs } from 'node:util';
import { bundlePrograms } from './bundle-programs.ts';
import { type Figure, figureText, writeNumbers } from './numbers.ts';
import { measure } from './pairs.ts';
import type { Programs, Row } from './row.ts';
import { allRows } from './rows.ts';

async function measureRow(
  { name, prepare, subject, unit = 'ms' }: Row & { readonly subject: string },
  program: Programs,
): Promise<Figure> {
  const { tidy, ...pair } = await prepare(program);
  try {
    return { ...(await measure({ name, ...pair })), subject, unit };
  } finally {
    await tidy?.();
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const rows = await allRows();
const chosen = rows.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  console.error(`No benchmark of that name. There are: ${rows.map(({ name }) => name).join(', ')}`);
  process.exitCode = 2;
} else {
  const program = bundlePrograms();
  const figures: Figure[] = [];
  for (const row of chosen) {
    try {
      const figure = await measureRow(row, program);
      figures.push(figure);
      if (!values.json) console.log(figureText(figure));
    } catch (error) {
      // A row that can't be measured here does not affect the others.
      console.error(`${row.name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
  if (values.json) console.log(JSON.stringify(figures, undefined, 2));
  if (values.write)
    writeNumbers(
      figures,
      rows.map(({ name }) => name),
    );
}
