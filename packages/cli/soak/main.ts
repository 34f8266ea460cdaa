/**
 * `npm run soak [-- rounds [seed [command]]]`: kills imports at seeded moments; exits with 1 when a
 * row is lost or stored twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { soak } from './soak.ts';

const built = fileURLToPath(new URL('../dist/forecourt.js', import.meta.url));
const [rounds = 1000, seed = 1] = process.argv.slice(2, 4).map(Number);
const binary = process.argv[4] ?? built;
const dir = mkdtempSync(join(tmpdir(), 'forecourt-soak-'));
const started = performance.now();
let done = 0;
// Exiting here also stops the service.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const say = (text: string) => process.stdout.write(`${text}\n`);

const { rounds: played, ...result } = await soak({
  ...{ binary, dir, rounds, seed },
  atOnce: Math.max(2, availableParallelism() - 1),
  onRound: (round) => {
    done += 1;
    for (const fault of round.faults) {
      say(`seed ${round.seed} (${round.strikes.join(', ')}): ${fault}`);
    }
    if (done % 100 === 0) say(`${done} of ${rounds} …`);
  },
});
const faulty = played.filter(({ faults }) => faults.length > 0);
const strikes = played.reduce((sum, { struck }) => sum + struck, 0);
const { lost, measured, reentered, twice } = result;
say(
  `${played.length} imports struck ${strikes} times in ${Math.round((performance.now() - started) / 1000)} s ` +
    `(${measured.file.writes} writes of a file, ${measured.inbox.writes} of an inbox, ` +
    `${measured.file.passed.up} bytes up, ${measured.file.passed.down} down): ` +
    `${lost.length} rows lost, ${twice.length} twice, ${reentered.length} files entered twice, ${faulty.length} rounds with a fault.`,
);
const bad = [lost, twice, reentered, faulty].some((found) => found.length > 0);
if (bad) say(`What they left is in ${dir}.`);
else rmSync(dir, { recursive: true, force: true });
process.exitCode = bad ? 1 : 0;
