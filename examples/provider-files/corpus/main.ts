/**
 * `npm run corpus -- --from DIR`: reads every file of a folder with our readers, holds what they make of
 * it against SheetJS, and ends with 1 where a file crashes, hangs, differs or is refused without a cause.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import type { Finding } from './findings.ts';
import { inspectAll } from './inspect.ts';
import { type Explained, faultsOf, summaryOf } from './summary.ts';

const HELP = `npm run corpus -- --from DIR [options]
  --json FILE       writes what came of each file
  --explained FILE  JSON {"path": "reason"}: files whose difference from SheetJS is accounted for, beside those of
                    known-differences.json; a path may leave out the folders it begins with
  --only TEXT       only files whose path contains this
  --seconds N       time for one file by one reader (30)
  --memory N        memory of one process in MB (1500)
  --at-once N       processes side by side`;

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    json: { type: 'string' },
    explained: { type: 'string' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '30' },
    memory: { type: 'string', default: '1500' },
    'at-once': { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
  },
});

const positive = (name: 'seconds' | 'memory' | 'at-once') => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new RangeError(`--${name} has to be a number above 0.`);
  return value;
};

const KNOWN = new URL('known-differences.json', import.meta.url);

/** Reasons by the paths of this corpus, which has a folder for each source. */
function explainedOf(paths: readonly string[]): Explained {
  const provided = values.explained === undefined ? [] : [values.explained];
  const reasons = [KNOWN, ...provided].flatMap((file) =>
    Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))),
  );
  return Object.fromEntries(
    paths.flatMap((path) => {
      const found = reasons.findLast(([known]) => path === known || path.endsWith(`/${known}`));
      return found ? [[path, found[1]]] : [];
    }),
  );
}

async function main(from: string): Promise<number> {
  const root = resolve(from);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => path.includes(values.only))
    .sort();
  const explained = explainedOf(paths);
  const findings: Finding[] = [];
  const options = { root, seconds: positive('seconds'), memory: positive('memory') };
  await inspectAll(paths, positive('at-once'), options, (finding) => {
    findings.push(finding);
    if (findings.length % 500 === 0) console.error(`${findings.length} of ${paths.length} …`);
  });
  findings.sort((a, b) => (a.path < b.path ? -1 : 1));
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(findings, null, 1)}\n`);
  console.log(summaryOf(findings, explained));
  if (findings.length === 0) console.log(`There is no file to read in ${root}.`);
  return findings.length === 0 || faultsOf(findings, explained).length > 0 ? 1 : 0;
}

if (values.from === undefined) {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = await main(values.from);
