// `npm run bench [name …]`: each row is a ratio of two programs started in turn on this machine.
// With --json, one document of all rows at the end.
import { parseArgs } from 'node:util';
import { bundlePrograms } from './bundle-programs.ts';
import { measure, type Ratio } from './pairs.ts';
import { allRows } from './rows.ts';

function line(ratio: Ratio): string {
  const { against, againstMemory, againstMs, goal, max, median, memory, min, name, oursMs } = ratio;
  const parts = [
    `${name} × ${against}: ${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)}), ${goal === undefined ? 'no goal' : `goal ${goal}`}`,
    `medians ${oursMs.toFixed(1)} and ${againstMs.toFixed(1)} ms`,
  ];
  if (memory !== undefined) {
    const limit = ratio.memoryGoal === undefined ? '' : `, goal ${ratio.memoryGoal}`;
    parts.push(`peaks ${memory} and ${againstMemory ?? '?'} MB${limit}`);
  }
  return parts.join('; ');
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const rows = await allRows();
const chosen = rows.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  console.error(`No benchmark of that name. There are: ${rows.map(({ name }) => name).join(', ')}`);
  process.exitCode = 2;
} else {
  const program = await bundlePrograms();
  const ratios: Ratio[] = [];
  for (const { name, prepare } of chosen) {
    const { tidy, ...pair } = await prepare(program);
    try {
      const ratio = await measure({ name, ...pair });
      ratios.push(ratio);
      if (!values.json) console.log(line(ratio));
    } finally {
      await tidy?.();
    }
  }
  if (values.json) console.log(JSON.stringify(ratios, undefined, 2));
}
