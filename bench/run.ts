// `npm run bench [name …]`: each row is a ratio of two programs started in turn on this machine.
import { fileURLToPath } from 'node:url';
import { measure, type Pair } from './pairs.ts';

const command = fileURLToPath(new URL('../packages/cli/dist/forecourt.js', import.meta.url));
const bareNode = { name: 'node -e 0', args: ['-e', '0'] };

const PAIRS: readonly Pair[] = [
  {
    name: 'forecourt --version',
    goal: 1.35,
    ours: { name: 'forecourt --version', args: [command, '--version'] },
    against: bareNode,
    runs: 25,
  },
  {
    name: 'forecourt --help',
    goal: 1.5,
    ours: { name: 'forecourt --help', args: [command, '--help'] },
    against: bareNode,
    runs: 25,
  },
];

const wanted = process.argv.slice(2);
const chosen = PAIRS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  console.error(
    `No benchmark of that name. There are: ${PAIRS.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = 2;
}
for (const pair of chosen) {
  const { name, goal, median, min, max, ours, against } = measure(pair);
  console.log(
    `${name} ÷ ${pair.against.name}: ${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)}, goal ${goal}); ` +
      `medians ${ours.toFixed(1)} and ${against.toFixed(1)} ms`,
  );
}
