// PrimeReact 11 and PrimeIcons 8 need a commercial licence, so `npm run check` fails if a manifest or the lockfile has
// them (docs/decisions/0044). Prints each place, and exits with 1 if there is one.
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** The last major version under the MIT licence. */
const LAST_FREE = { primereact: 10, primeicons: 7 };

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** An exact version of a free major; a range could admit a later one. */
const isFree = (name, wanted) => {
  const major = /^(\d+)\.\d+\.\d+$/.exec(wanted)?.[1];
  return major !== undefined && Number(major) <= LAST_FREE[name];
};

/** The package behind a dependency, which may have another name: 'npm:primereact@11.0.0'. */
const resolved = (name, wanted) => /^npm:(.+)@(.+)$/.exec(wanted)?.slice(1) ?? [name, wanted];

function inManifest(file, text) {
  const manifest = JSON.parse(text);
  return KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .map(([name, wanted]) => resolved(name, wanted))
    .filter(([name, wanted]) => name in LAST_FREE && !isFree(name, wanted))
    .map(
      ([name, wanted]) =>
        `${file}: ${name} ${wanted}. Give an exact version of ${name} ${LAST_FREE[name]}; later ones are commercial.`,
    );
}

/** The lockfile names each resolved package as 'primereact@10.9.9'. */
const inLockfile = (file, text) =>
  [...new Set(text.match(/\b(primereact|primeicons)@\d+\.[\w.-]+/g))]
    .map((found) => found.split('@'))
    .filter(([name, version]) => Number.parseInt(version, 10) > LAST_FREE[name])
    .map(([name, version]) => `${file}: ${name} ${version} is commercial. Remove it.`);

const { folder } = parseArgs({ options: { folder: { type: 'string', default: '.' } } }).values;
const read = (file) => readFileSync(`${folder}/${file}`, 'utf8');
const manifests = globSync('**/package.json', {
  cwd: folder,
  exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
});
const faults = [
  ...manifests.flatMap((file) => inManifest(file, read(file))),
  ...globSync('pnpm-lock.yaml', { cwd: folder }).flatMap((file) => inLockfile(file, read(file))),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
