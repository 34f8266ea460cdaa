import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const folder = inject('portalDir');
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'),
);
const chunkOf = (name: string): string => {
  const key = Object.keys(manifest).find((candidate) => candidate.endsWith(name));
  if (!key) throw new Error(`There is no chunk ${name}.`);
  return key;
};
const gzip = (file: string): number =>
  gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;

function closure(keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    closure(manifest[key]?.imports ?? [], seen);
  }
  return seen;
}

const scripts = (...names: string[]): Set<string> =>
  new Set(
    [...closure(names.map(chunkOf))]
      .map((key) => manifest[key]?.file ?? '')
      .filter((file) => file.endsWith('.js')),
  );

const weight = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzip(file), 0);

const SIGN_IN = ['index.html'];
const LISTS = [...SIGN_IN, 'src/portal.tsx', 'ListView.tsx'];
const LIST = [...LISTS, 'ImportTools.tsx', 'transactions.list.ts'];

describe('sizes, gzip', () => {
  it('sign-in loads at most 115 kB of scripts', () => {
    expect(weight(scripts(...SIGN_IN))).toBeLessThanOrEqual(115_000);
  });

  it('the first screen after it loads at most 200 kB', () => {
    expect(weight(scripts(...LIST))).toBeLessThanOrEqual(200_000);
  });

  it.each(['cards', 'transactions', 'invoices'])(
    'the list of %s loads no other resource and no form',
    (name) => {
      const keys = [...closure([...LISTS, `${name}.list.ts`].map(chunkOf))];
      const own = keys.filter((key) => /resources\/.*\.(list|resource)\.ts$/.test(key));
      expect(own.map((key) => key.split('/').at(-1))).toEqual([`${name}.list.ts`]);
    },
  );

  it.each([
    'RecordView.tsx',
    'RecordForm.tsx',
    'ImportDialog.tsx',
    'MonthCalendar.tsx',
    'DailyRates.tsx',
    'Reporting.tsx',
    'ProfileScreen.tsx',
    'Palette.tsx',
  ])('%s adds at most 90 kB', (name) => {
    const known = scripts(...LIST);
    const added = [...scripts(...LIST, name)].filter((file) => !known.has(file));
    expect(added.length).toBeGreaterThan(0);
    expect(weight(added)).toBeLessThanOrEqual(90_000);
  });

  it('all styles together are at most 12.2 kB', () => {
    const styles = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.css'));
    expect(weight(styles.map((file) => `assets/${file}`))).toBeLessThanOrEqual(12_200);
  });

  it('contains no font, and every text file compressed both ways', () => {
    const files = readdirSync(folder, { recursive: true }).map(String);
    expect(files.filter((file) => /\.(woff2?|ttf|otf)$/.test(file))).toEqual([]);
    for (const file of files.filter((name) => /\.(js|css|html|svg)$/.test(name))) {
      const path = join(folder, file);
      expect(existsSync(`${path}.br`)).toBe(true);
      expect(brotliDecompressSync(readFileSync(`${path}.br`)).equals(readFileSync(path))).toBe(
        true,
      );
      expect(gunzipSync(readFileSync(`${path}.gz`)).equals(readFileSync(path))).toBe(true);
    }
  });
});
