import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../blocks/read-blocks.ts';
import { type Room, type RoomedPackage, roomedPackages } from '../generate/rooms.ts';

const placesOf = ({ name, folders = [name], files = folders }: Room) => files;

/** The room of a path below the package's root. */
const roomOf = ({ rooms }: RoomedPackage, path: string) =>
  rooms.find((room) => placesOf(room).includes(path.split('/')[0] ?? ''))?.name;

/** Each import from one room into another, as 'from > to'; types count, what is loaded when called doesn't. */
function arrowsOf(one: RoomedPackage): ReadonlySet<string> {
  const arrows = new Set<string>();
  for (const path of globSync('**/*.{ts,tsx}', { cwd: join(ROOT, one.root) })) {
    if (/\.test(-kit)?\.tsx?$/.test(path)) continue;
    const text = readFileSync(join(ROOT, one.root, path), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export|\}).*'(\.[^']+)'/gm)) {
      const to = normalize(join(dirname(path), specifier));
      arrows.add(`${roomOf(one, path)} > ${roomOf(one, to)}`);
    }
  }
  return arrows;
}

describe.each(roomedPackages().map((one) => [one.name, one] as const))('rooms of %s', (_, one) => {
  it('hold every folder and file, each once', () => {
    const found = globSync('*', { cwd: join(ROOT, one.root) }).filter(
      (name) => !/\.test\.ts$/.test(name),
    );
    expect(one.rooms.flatMap(placesOf).sort()).toEqual(found.sort());
  });

  it('have no arrow that no import uses', () => {
    const arrows = arrowsOf(one);
    const drawn = one.rooms.flatMap(({ name, imports }) => imports.map((to) => `${name} > ${to}`));
    expect(drawn.length).toBeGreaterThan(4);
    expect(drawn.filter((arrow) => !arrows.has(arrow))).toEqual([]);
  });

  it('import only from rooms listed before them, so that there is no circle', () => {
    const known = new Set<string>();
    for (const { name, imports } of one.rooms) {
      expect(imports.filter((below) => !known.has(below))).toEqual([]);
      known.add(name);
    }
  });
});
