// Breaks the code on purpose, one small change at a time, and lists the breaks that no test notices.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyProject, removeCopy } from '../../docs/blocks/project-copy.ts';
import { Coverage, digestOf, joined, mapTests, readMap, unmapped } from './coverage.ts';
import { type Explained, identified, reasonsOf } from './explained.ts';
import { ImportGraph } from './import-graph.ts';
import { Judge, type Verdict } from './judge.ts';
import { PARTS, partOf, projectOf } from './parts.ts';
import { diffOf, hasSurvived, type Judged, scoreOf, tableOf } from './report.ts';
import { Results } from './results.ts';
import { sample } from './sample.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXPLAINED = fileURLToPath(new URL('../mutants-explained.json', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/forecourt');
const MAP = join(CACHE, 'mutants-map.json');
/** The required percentage of caught mutants. */
const WANTED = 95;
const COPIED = ['packages', 'examples', 'docs', 'scripts', 'package.json', 'vitest.config.ts'];
COPIED.push('.gitignore', 'tsconfig.base.json', 'tsconfig.json');
COPIED.push('README.md', 'CONTRIBUTING.md', '.changeset');

const USAGE = `npm run mutants -- [options]
  --seed N       seed of the sample (1)
  --count N      mutants of each part (60)
  --parts A,B    ${Object.keys(PARTS).join(', ')}
  --files TEXT   only files whose path contains this text
  --workers N    copies that run in parallel (1)
  --budget N     seconds of tests for one mutant, nearest first (600); a survivor says how many it ran
  --seconds N    time limit of one run of tests (240)
  --map A,B      first maps what these projects' new and changed tests run: core, cli, sandbox;
                 a mutant then gets only the tests that run it
  --fresh        judges again what earlier runs have judged
  --out FILE     the report as JSON (node_modules/.cache/forecourt/mutants.json)`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    parts: { type: 'string', default: Object.keys(PARTS).join() },
    files: { type: 'string', default: '' },
    workers: { type: 'string', default: '1' },
    budget: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '240' },
    map: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
    out: { type: 'string', default: join(CACHE, 'mutants.json') },
    help: { type: 'boolean', default: false },
  },
});

function refuse(reason: string): never {
  console.error(`${reason}\n${USAGE}`);
  process.exit(2);
}

function whole(name: 'seed' | 'count' | 'workers' | 'seconds' | 'budget'): number {
  const value = Number(values[name]);
  return Number.isSafeInteger(value) && value > 0
    ? value
    : refuse(`--${name} needs a whole number of 1 or more.`);
}

/** Returns the words of a list, each of which must be known. */
function listed(text: string, known: readonly string[]): string[] {
  const words = text.split(',').filter(Boolean);
  const unknown = words.filter((word) => !known.includes(word));
  return unknown.length === 0 ? words : refuse(`Unknown: ${unknown.join(', ')}.`);
}

const files = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    ...{ cwd: ROOT, encoding: 'utf8' },
  })
    .trim()
    .split('\n');

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isSource = (file: string) => !/\.(test|test-kit|types|kit)\.tsx?$/.test(file);

/** Copies to delete if a run is interrupted. */
const copies = new Set<string>();

function openCopy(): string {
  const copy = copyProject(COPIED);
  copies.add(copy);
  // Pages generated from the files of a checkout ask git for them.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  return copy;
}

/** Sources whose blocks are mapped for a project's tests. */
const MAPPED: Readonly<Record<string, RegExp>> = {
  core: /^packages\/core\/src\//,
  cli: /^packages\/(cli|core)\/src\//,
  sandbox: /^(examples\/sandbox|packages\/core)\/src\//,
};

/** Maps the tests that are new or have changed. */
async function mapProjects(projects: readonly string[], all: readonly string[]): Promise<void> {
  for (const project of projects) {
    const known = values.fresh ? { digests: {}, tests: {} } : readMap(MAP);
    const ofProject = all.filter((file) => isTest(file) && projectOf(file) === project);
    const tests = unmapped(known, ROOT, ofProject);
    if (tests.length === 0) continue;
    const sources = all.filter((file) => MAPPED[project]?.test(file) && isSource(file));
    const copy = openCopy();
    const map = await mapTests(copy, project, sources, tests);
    await removeCopy(copy);
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(MAP, JSON.stringify(joined(known, map)));
  }
}

type Drawn = readonly [part: string, item: ReturnType<typeof identified>[number]];

/** Draws the sample from all possible mutants of the parts. */
function draw(all: readonly string[]): readonly Drawn[] {
  const parts = listed(values.parts, Object.keys(PARTS));
  const sources = all.filter((file) => isSource(file) && file.includes(values.files));
  const pool = new Map(
    parts.map((part) => [
      part,
      sources
        .filter((file) => partOf(file) === part)
        .flatMap((file) => identified(file, readFileSync(join(ROOT, file), 'utf8'))),
    ]),
  );
  return sample(pool, whole('count'), whole('seed'));
}

/** How many of the tests that may run a survivor had a chance to catch it; the others are beyond the budget. */
const chanceOf = (verdict: Verdict): string =>
  verdict.state === 'survived' ? `ran ${verdict.ran} of ${verdict.related} tests. ` : '';

async function judgeAll(drawn: readonly Drawn[], all: readonly string[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  const reasons = reasonsOf(JSON.parse(readFileSync(EXPLAINED, 'utf8')) as Explained[]);
  const results = new Results(join(CACHE, 'mutants-results.json'), values.fresh);
  const graph = new ImportGraph(ROOT, all);
  const coverage = new Coverage(readMap(MAP));
  const texts = all.filter((file) => !isSource(file) || file.includes('/test/'));
  const tests = digestOf(texts.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\0'));
  const queue = [...drawn];
  const limits = { seconds: whole('seconds'), budget: whole('budget') };
  const worker = async () => {
    const copy = openCopy();
    const judge = new Judge(copy, all.filter(isTest), graph, coverage, limits);
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [part, { identity, key, mutant }] = next;
        const text = readFileSync(join(copy, mutant.file), 'utf8');
        const source = digestOf(text);
        const verdict = results.of(key, source, tests) ?? (await judge.judge(mutant));
        results.keep(key, { source, tests, verdict });
        const why = reasons.get(key);
        const line = text.slice(0, mutant.start).split('\n').length;
        const one: Judged = {
          ...{ part, file: mutant.file, line, mutator: mutant.mutator },
          ...{ diff: diffOf(text, mutant), verdict, identity },
          ...(why !== undefined && { explained: why }),
        };
        judged.push(one);
        const at = `${judged.length}/${drawn.length} ${verdict.state}`;
        console.log(`${at} ${part} ${mutant.file}:${line} ${mutant.mutator}`);
        if (hasSurvived(one)) console.log(`${chanceOf(verdict)}${why ?? ''}\n${one.diff}`);
      }
    } finally {
      judge.close();
      await removeCopy(copy);
    }
  };
  await Promise.all(Array.from({ length: whole('workers') }, worker));
  return judged;
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
    process.exit(130);
  });

if (values.help) console.log(USAGE);
else {
  const all = files();
  const drawn = draw(all);
  await mapProjects(listed(values.map, Object.keys(MAPPED)), all);
  console.log(`${drawn.length} mutants, seed ${values.seed}, report ${values.out}`);
  const judged = await judgeAll(drawn, all);
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify({ seed: values.seed, judged }, null, 2)}\n`);
  console.log(tableOf(judged));
  if (scoreOf(judged).percent < WANTED) {
    console.error(`Below ${WANTED} %. Add tests, or explain a survivor in ${EXPLAINED}.`);
    process.exitCode = 1;
  }
}
