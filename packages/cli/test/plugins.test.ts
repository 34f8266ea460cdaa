import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openService } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const VEHICLES = fileURLToPath(
  new URL('../../../examples/own-resource/vehicles.mjs', import.meta.url),
);
const { fixture } = fixtureForEach({ open: () => openService([], { plugins: [VEHICLES] }) });

const PLUGIN = ['--plugin', VEHICLES];

/** Writes a module of one's own with other names; returns its path. */
function like(name: string, change: string): string {
  const file = fixture.path(`${name}.mjs`);
  writeFileSync(file, change);
  return file;
}
const copy = (changes: object) =>
  `import vehicles from ${JSON.stringify(VEHICLES)};\nexport default { ...vehicles, ...${JSON.stringify(changes)} };`;

describe('plugins', () => {
  it('EXT-01 has the commands of the resource: create, list, get, update, export and delete', async () => {
    await fixture.signIn('admin@forecourt.test');
    const truck = ['--plate', 'ON 4471', '--fuel', 'Diesel', '--tank-litres', '380.5'];
    const made = await fixture.json([...PLUGIN, 'vehicles', 'create', ...truck]);
    expect(made.document).toMatchObject({ id: expect.stringMatching(/^\d+$/) });
    const { id } = made.document as { id: string };
    const list = await fixture.json([...PLUGIN, 'vehicles', 'list', '--filter', 'fuel:DIESEL']);
    expect(list.document).toMatchObject({ items: [{ plate: 'ON 4471', status: 'ACTIVE' }] });
    expect((await fixture.run([...PLUGIN, 'vehicles', 'get', id])).stdout).toMatch(
      /Tank, L\t380\.5/,
    );
    const wrong = await fixture.json([...PLUGIN, 'vehicles', 'update', id, '--plate', 'on?']);
    expect([wrong.code, wrong.stderr]).toEqual([
      5,
      expect.stringContaining('Plate may have capitals, digits, blanks and hyphens'),
    ]);
    const status = ['--status', 'SOLD'];
    const changed = await fixture.run([...PLUGIN, 'vehicles', 'update', id, ...status]);
    expect([changed.code, changed.stderr]).toEqual([0, expect.any(String)]);
    const out = fixture.path('v.csv');
    await fixture.run([...PLUGIN, 'vehicles', 'export', '--all', '--out', out]);
    expect(readFileSync(out, 'utf8')).toContain('ON 4471,,DIESEL,380.500,,SOLD');
    const explained = await fixture.json([...PLUGIN, 'access', 'explain', 'vehicles.delete']);
    expect(explained.document).toMatchObject({ allowed: true });
    expect((await fixture.run([...PLUGIN, 'vehicles', 'delete', id, '--yes'])).code).toBe(0);
    await fixture.signIn('nobody@forecourt.test');
    const refused = await fixture.run([...PLUGIN, 'vehicles', 'list']);
    expect([refused.code, refused.stderr]).toEqual([
      4,
      expect.stringContaining('lacks the right to view Vehicles (read on screen VEH)'),
    ]);
  });

  it('EXT-01 is set once for all runs, and known to help, completion and suggestions', async () => {
    const set = await fixture.run(['config', 'set', 'plugins', VEHICLES]);
    expect(set.code, set.stderr).toBe(0);
    expect((await fixture.run(['config', 'get', 'plugins'])).stdout).toContain(VEHICLES);
    const help = await fixture.run(['help']);
    expect(help.stdout).toMatch(/ vehicles +list, get, create, update, delete, export/);
    const create = await fixture.run(['help', 'vehicles', 'create']);
    expect(create.stdout).toMatch(/--fuel <choice> +Fuel: DIESEL, GASOLINE \(required\)/);
    const words = await fixture.run(['completion', 'values', '--', 'vehi']);
    expect(words.stdout).toBe('vehicles\tlist, get, create, update, delete, export\n');
    const fuels = ['completion', 'values', '--', 'vehicles', 'create', '--fuel', ''];
    expect((await fixture.run(fuels)).stdout).toBe('DIESEL\tDiesel\nGASOLINE\tGasoline\n');
    expect((await fixture.run(['vehicle', 'list'])).stderr).toContain(
      'Did you mean forecourt vehicles?',
    );
    expect((await fixture.run(['vehicles', 'lst'])).stderr).toContain('forecourt vehicles list');
    await fixture.signIn('admin@forecourt.test');
    const env = { FORECOURT_PLUGINS: VEHICLES };
    expect((await fixture.run(['vehicles', 'list'], { env })).code).toBe(0);
  });

  it.each([
    ['is missing', undefined, /gone\.mjs cannot be used: there is no such file\./],
    [
      'throws',
      'const a = 1;\nthrow new Error("no database");\n',
      /cannot be used: Error: no database/,
    ],
    ['exports nothing', 'export const a = 1;\n', /it has no default export/],
    [
      'has an older shape',
      copy({ name: 'vans', shape: 0 }),
      /vans: its shape is 0; this version reads shape: 1/,
    ],
    [
      'has a resource of the product',
      copy({ name: 'cards' }),
      /cards is a command already|cards: the product has a resource of this name/,
    ],
    [
      'is called like a command',
      copy({ name: 'config' }),
      /config is a command already\. Choose another name\./,
    ],
  ])(
    'EXT-03 a plugin that %s is refused by name, and stops no other command',
    async (_, text, why) => {
      const file = text === undefined ? fixture.path('gone.mjs') : like(`p${Math.random()}`, text);
      const own = await fixture.json(['--plugin', file, 'vans', 'list']);
      expect(own.code).toBe(2);
      expect(own.document).toMatchObject({
        ok: false,
        error: { code: 'bad_plugin', message: expect.stringMatching(why) },
      });
      const help = await fixture.run(['--plugin', file, '--help']);
      expect([help.code, help.stderr]).toEqual([0, expect.stringMatching(why)]);
      await fixture.signIn('admin@forecourt.test');
      const cards = await fixture.run(['--plugin', file, 'cards', 'list', '--size', '1']);
      expect([cards.code, cards.stderr]).toEqual([0, expect.not.stringContaining('plugin')]);
    },
  );

  it('EXT-03 a plugin that is a folder is refused as one', async () => {
    const { code, stderr } = await fixture.run(['--plugin', fixture.dir, '--help']);
    expect([code, stderr]).toEqual([
      0,
      `The plugin ${fixture.dir} cannot be used: it is a folder. Name a file in it.\n`,
    ]);
  });

  it('EXT-03 of two plugins with one name the first is used, and the second is named', async () => {
    const [one, two] = ['one', 'two'].map((name) =>
      like(name, copy({ name: 'vans', route: '/vans' })),
    );
    const files = ['--plugin', one ?? '', '--plugin', two ?? ''];
    const help = await fixture.run([...files, '--help']);
    expect(help.stdout).toMatch(/ vans +list, get/);
    expect(help.stderr).toBe(
      `The plugin ${two} cannot be used: vans: two resources have this name. Rename one of them.\n`,
    );
  });

  it('EXT-01 EXT-03 `plugins new` writes files that work at once, and replaces none', async () => {
    const folder = fixture.path('fleet');
    const made = await fixture.json(['plugins', 'new', 'depot-visits', '--out', folder]);
    expect(made.document).toMatchObject({
      files: ['depot-visits.mjs', 'depot-visits.d.mts', 'depot-visits.test.mjs'].map((name) =>
        join(folder, name),
      ),
    });
    const test = readFileSync(join(folder, 'depot-visits.test.mjs'), 'utf8');
    expect(test).toContain("  toMenuAccess,\n} from '@forecourt/core';\n");
    const own = ['--plugin', join(folder, 'depot-visits.mjs')];
    const help = await fixture.run([...own, 'depot-visits', 'create', '--help']);
    expect(help.stdout).toMatch(/create a depot visit\n[\s\S]*--name <text> +Name \(required\)/);
    const again = await fixture.run(['plugins', 'new', 'depot-visits', '--out', folder]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
    for (const [name, why] of [
      ['cards', "The product has a resource 'cards'."],
      ['My Cars', 'lower-case letters, digits and hyphens'],
    ] as const) {
      const refused = await fixture.run(['plugins', 'new', name, '--out', folder]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(why)]);
    }
  });
});
