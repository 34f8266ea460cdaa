import { readFileSync } from 'node:fs';
import { graphSvg } from './graph-svg.ts';
import { code, page, table } from './markdown.ts';

/** A room of a package: a folder of its name, several folders, or loose files. */
export interface Room {
  readonly name: string;
  readonly folders?: readonly string[];
  readonly files?: readonly string[];
  readonly about: string;
  /** The rooms directly below; it may import from these, and from all that they may import from. */
  readonly imports: readonly string[];
}

/** The rooms of one package, from the ground up. */
export interface RoomedPackage {
  readonly name: string;
  readonly root: string;
  /** Kinds of import that may go upwards. */
  readonly free?: readonly string[];
  readonly rooms: readonly Room[];
}

const DATA = new URL('../architecture/rooms.data.json', import.meta.url);

export const roomedPackages = (): readonly RoomedPackage[] =>
  JSON.parse(readFileSync(DATA, 'utf8')) as RoomedPackage[];

/** 'night', or for several folders or files: 'ground: `auth`, `db`'. */
const placesOf = ({ name, folders, files = folders }: Room): string =>
  files === undefined ? code(name) : `${name}: ${files.map(code).join(', ')}`;

const drawn = ({ name, rooms }: RoomedPackage): string =>
  graphSvg(
    `The rooms of ${name}`,
    rooms
      .filter((room) => room.name !== 'shared')
      .map((room) => ({ name: room.name, final: false })),
    rooms.flatMap((room) => room.imports.map((to) => ({ from: room.name, to, labels: [] }))),
  );

const roomsPage = (packages: readonly RoomedPackage[]): string =>
  page(
    'The rooms',
    '`web → core ← cli`; web and cli never import each other, and `examples/sandbox` uses core as any other service can. ' +
      'An arrow points to a room that may be imported, and so may every room below it. Nothing imports upwards or in a ' +
      'circle: dependency-cruiser enforces it in `npm run check`, from the same data ' +
      '(`docs/architecture/rooms.data.json`) that this page is generated from.',
    ...packages.flatMap(({ name, root, free = [], rooms }) => [
      `## ${name}`,
      `In ${code(root)}.`,
      table(
        ['room', 'what lives there'],
        [...rooms].reverse().map((room) => [placesOf(room), room.about]),
      ),
      `![The rooms of ${name}](./rooms/${name}.svg)`,
      ...(free.includes('dynamic-import')
        ? ['What is loaded only when it is called or shown may be in a room above.']
        : []),
    ]),
    '## What loads when',
    'The registry of resources is plain data. A list brings its own columns and schema, a form its rules, a command its body, ' +
      'the portal’s sections their code when they are opened. The command’s entry is one small file with the table of ' +
      'commands in it. See [decision 6](../decisions/0006-definitions-load-on-demand.md).',
  );

/** The page of the rooms and its drawings, by their path below docs/reference. */
export function roomPages(): readonly (readonly [string, string])[] {
  const packages = roomedPackages();
  return [
    ['../architecture/rooms.md', roomsPage(packages)],
    ...packages.map((one) => [`../architecture/rooms/${one.name}.svg`, drawn(one)] as const),
  ];
}
