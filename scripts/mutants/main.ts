// Breaks the code on purpose, one small change at a time, and lists the breaks that no test notices.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyProject, removeCopy } from '../../docs/blocks/project-copy.ts';
import { type Explained, explainedBy } from './explained.ts';
import { ImportGraph } from './import-graph.ts';
import { Judge, type Verdict } from './judge.ts';
import { type Mutant, mutantsOf, mutated } from './mutators.ts';
import { PARTS } from './parts.ts';
import { sample } from './sample.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXPLAINED = fileURLToPath(new URL('../mutants-explained.json', import.meta.url));
/** The required percentage of caught mutants. */
const WANTED = 95;
const COPIED = ['packages', 'examples', 'docs', 'scripts', 'package.json', 'vitest.config.ts'];
COPIED.push(
  '.gitignore',
  'tsconfig.base.json',
  'tsconfig.json',
  'README.md',
  'CONTRIBUTING.md',
  '.changeset',
);

const USAGE = `npm run mutants -- [options]
  --seed N       seed of the sample (1)
  --count N      mutants over all parts (140)
  --parts A,B    ${Object.keys(PARTS).join(', ')}
  --files TEXT   only files whose path contains this text
  --workers N    copies that run in parallel (1)
  --seconds N    time limit of a portion of test files (240)
  --tests N      maximum of test files per mutant, nearest first (40)
  --out FILE     the report as JSON (node_modules/.cache/forecourt/mutants.json)`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '140' },
    parts: { type: 'string', default: Object.keys(PARTS).join() },
    files: { type: 'string', default: '' },
    workers: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '240' },
    tests: { type: 'string', default: '40' },
    out: { type: 'string', default: join(ROOT, 'node_modules/.cache/forecourt/mutants.json') },
    help: { type: 'boolean', default: false },
  },
});

function whole(name: 'seed' | 'count' | 'workers' | 'seconds' | 'tests'): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(`--${name} needs a whole number of 1 or more.\n${USAGE}`);
  process.exit(2);
}

function chosenParts(): string[] {
  const parts = values.parts.split(',');
  const unknown = parts.filter((part) => !Object.hasOwn(PARTS, part));
  if (unknown.length === 0) return parts;
  console.error(`There is no part ${unknown.join(', ')}.\n${USAGE}`);
  process.exit(2);
}

const tracked = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

const isSource = (file: string) => !/\.(test|test-kit|types|kit)\.tsx?$/.test(file);

/** Returns the lines before and after the mutation. */
function diffOf(text: string, mutant: Mutant): string {
  const from = text.slice(0, mutant.start).split('\n').length - 1;
  const rows = text.slice(mutant.start, mutant.end).split('\n').length;
  const before = text.split('\n').slice(from, from + rows);
  const after = mutated(text, mutant)
    .split('\n')
    .slice(from, from + mutant.replacement.split('\n').length);
  const shown = before.length > 8 ? [...before.slice(0, 4), '…', before.at(-1) ?? ''] : before;
  return [...shown.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)].join('\n');
}

interface Judged {
  readonly part: string;
  readonly mutant: Mutant;
  readonly line: number;
  readonly diff: string;
  readonly verdict: Verdict;
  readonly explained?: string;
}

/** Returns all possible mutants by part, in the order of files and positions. */
function pool(files: readonly string[], parts: readonly string[]): Map<string, Mutant[]> {
  const sources = files.filter((file) => isSource(file) && file.includes(values.files));
  return new Map(
    parts.map((part) => [
      part,
      sources
        .filter((file) => PARTS[part]?.some((folder) => folder.test(file)))
        .flatMap((file) => mutantsOf(file, readFileSync(join(ROOT, file), 'utf8'))),
    ]),
  );
}

/** Copies to delete if a run is interrupted. */
const copies = new Set<string>();

async function judgeAll(drawn: readonly (readonly [string, Mutant])[], graph: ImportGraph) {
  const judged: Judged[] = [];
  const explained = JSON.parse(readFileSync(EXPLAINED, 'utf8')) as Explained[];
  const queue = [...drawn];
  const limits = { seconds: whole('seconds'), tests: whole('tests') };
  const worker = async () => {
    const copy = copyProject(COPIED);
    copies.add(copy);
    // Pages generated from the files of a checkout ask git for them.
    execFileSync('git', ['init', '--quiet'], { cwd: copy });
    const judge = new Judge(copy, graph, limits);
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [part, mutant] = next;
        const text = readFileSync(join(copy, mutant.file), 'utf8');
        const line = text.slice(0, mutant.start).split('\n').length;
        const verdict = await judge.judge(mutant);
        const why = explainedBy(explained, text, mutant);
        judged.push({
          ...{ part, mutant, line, verdict, diff: diffOf(text, mutant) },
          ...(why !== undefined && { explained: why }),
        });
        const mark = `${judged.length}/${drawn.length} ${verdict.state}`;
        console.log(`${mark} ${part} ${mutant.file}:${line} ${mutant.mutator}`);
        if (verdict.state === 'survived' || verdict.state === 'no-coverage')
          console.log(`${why === undefined ? '' : `explained: ${why}\n`}${judged.at(-1)?.diff}`);
        keep(judged);
      }
    } finally {
      await removeCopy(copy);
    }
  };
  await Promise.all(Array.from({ length: whole('workers') }, worker));
  return judged;
}

function keep(judged: readonly Judged[]): void {
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify({ seed: values.seed, judged }, null, 2)}\n`);
}

/** Prints a line per part and one for all, with the percentage caught. Returns the total percentage. */
function notify(judged: readonly Judged[]): number {
  const line = (name: string, some: readonly Judged[]) => {
    const of = (...states: Verdict['state'][]) =>
      some.filter(({ verdict }) => states.includes(verdict.state));
    const explained = of('survived', 'no-coverage').filter((one) => one.explained !== undefined);
    const counted = some.length - of('refused').length - explained.length;
    const caught = of('caught', 'time-out').length;
    const share = counted === 0 ? 100 : (caught * 100) / counted;
    console.log(
      `${name.padEnd(12)} ${share.toFixed(1)} %: ${of('caught').length} caught, ${of('time-out').length} timed out, ` +
        `${of('survived').length} survived, ${of('no-coverage').length} without a test, ` +
        `${explained.length} of those explained, ${of('refused').length} refused by types`,
    );
    return share;
  };
  for (const part of new Set(judged.map((one) => one.part)))
    line(
      part,
      judged.filter((one) => one.part === part),
    );
  return line('all', judged);
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
    process.exit(130);
  });

if (values.help) console.log(USAGE);
else {
  const files = tracked();
  const parts = chosenParts();
  const drawn = sample(pool(files, parts), whole('count'), whole('seed'));
  console.log(`${drawn.length} mutants, seed ${values.seed}, report ${values.out}`);
  const share = notify(await judgeAll(drawn, new ImportGraph(ROOT, files)));
  if (share < WANTED) {
    console.error(`Below ${WANTED} %. Add tests, or explain a survivor in ${EXPLAINED}.`);
    process.exitCode = 1;
  }
}
