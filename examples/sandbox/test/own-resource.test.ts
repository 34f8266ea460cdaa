import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../src/index.ts';
import { createDatabase, ON_POSTGRES } from './database.ts';
import {
  ADMIN,
  CLERK,
  type Client,
  IN_TESTS,
  lastChange,
  NOBODY,
  openSandbox,
  signIn,
  VIEWER,
} from './helpers.ts';

const VEHICLES = fileURLToPath(new URL('../../own-resource/vehicles.mjs', import.meta.url));

const sandbox = await openSandbox({ plugins: [VEHICLES] });
let admin = await signIn(sandbox, ADMIN);

const TRUCK = {
  plate: 'ON 4471',
  make: 'Volvo',
  fuel: 'DIESEL',
  tank_litres: 380.5,
  inspected_on: '2026-03-01',
  status: 'ACTIVE',
};
const plates = async (client: Client, query = '') =>
  (await client.json(`vehicles${query}`)).content.map(({ plate }: { plate: string }) => plate);

describe('a resource of one’s own', () => {
  it('EXT-01 is created, read, changed once, exported and deleted by its definition, with a trail', async () => {
    const made = await admin.call('vehicles', { body: TRUCK });
    expect(made.status).toBe(201);
    const { id } = await made.json();
    expect(await admin.json(`vehicles/${id}`)).toEqual({ id, ...TRUCK });
    const etag = made.headers.get('etag') ?? '';
    const change = { ...TRUCK, tank_litres: 400, inspected_on: null };
    const put = () =>
      admin.call(`vehicles/${id}`, { method: 'PUT', body: change, headers: { 'if-match': etag } });
    expect(await (await put()).json()).toEqual({ id, ...change });
    expect((await put()).status).toBe(412);
    const last = await lastChange(admin);
    expect(last).toMatchObject({ action: 'vehicles.update', record_id: String(id) });
    const file = await admin.call('vehicles/export', { body: { ids: [id] } });
    expect((await file.text()).split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/Plate,Make,Fuel,"Tank, L",Inspected On,Status$/),
      'ON 4471,Volvo,DIESEL,400.000,,ACTIVE',
    ]);
    expect((await admin.call(`vehicles/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await admin.call(`vehicles/${id}`)).status).toBe(404);
  });

  it('EXT-01 refuses what its form refuses, and stores nothing', async () => {
    const before = await plates(admin);
    const answer = await admin.call('vehicles', {
      body: { plate: 'on?', fuel: 'WATER', tank_litres: 0 },
    });
    expect(answer.status).toBe(422);
    const { errors } = await answer.json();
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/fuel',
      '/plate',
      '/tank_litres',
    ]);
    expect(await plates(admin)).toEqual(before);
  });

  it('EXT-01 ACC-04 WIRE-06 has rights of its own screen, and keeps one company’s rows from others', async () => {
    const acting = admin.as((await admin.call('switch/1')).headers.get('authorization') ?? '');
    expect((await acting.call('vehicles', { body: { ...TRUCK, plate: 'NH 1' } })).status).toBe(201);
    const { headers } = await acting.call('switch/manager');
    admin = admin.as(headers.get('authorization') ?? '');
    const others = await admin.json('vehicles', { body: { ...TRUCK, plate: 'OTHER 2' } });
    expect(await plates(admin, '?sort=plate,desc')).toEqual(['OTHER 2', 'NH 1']);
    expect(await plates(admin, '?filter=plate:NH 1')).toEqual(['NH 1']);
    const viewer = await signIn(sandbox, VIEWER);
    expect(await plates(viewer)).toEqual(['NH 1']);
    expect((await viewer.call(`vehicles/${others.id}`)).status).toBe(404);
    const refused = await viewer.call('vehicles', { body: TRUCK });
    expect([refused.status, (await refused.json()).detail]).toEqual([
      403,
      'Your account lacks the right to create Vehicles (create on screen VEH). An administrator can grant it.',
    ]);
    const rights = async (email: string) => {
      const screens = await (await signIn(sandbox, email)).json('screens?app=FF');
      return screens.find(({ code }: { code: string }) => code === 'VEH');
    };
    expect(await rights(CLERK)).toMatchObject({ name: 'Vehicles', create: true, delete: false });
    expect(await rights(NOBODY)).toBeUndefined();
  });

  it('EXT-01 is a list for views and the trail, and one file of the portal', async () => {
    const view = { name: 'Diesel', filters: ['fuel:DIESEL'] };
    const saved = await admin.call('views/vehicles/Diesel', { method: 'PUT', body: view });
    expect(saved.status).toBeLessThan(500);
    const files = await sandbox.fetch(new Request('http://sandbox.test/plugins.json'));
    expect(await files.json()).toEqual(['/plugins/0/vehicles.mjs']);
    const file = await sandbox.fetch(new Request('http://sandbox.test/plugins/0/vehicles.mjs'));
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await file.text()).toContain("name: 'vehicles'");
    const beside = await sandbox.fetch(new Request('http://sandbox.test/plugins/0/README.md'));
    expect(beside.status).toBe(404);
  });
});

describe('a definition that changes', () => {
  const folder = mkdtemp(join(tmpdir(), 'forecourt-own-'));
  afterAll(async () => rm(await folder, { recursive: true }));

  /** Writes a version of the module under a name of its own, because modules are loaded once. */
  async function version(at: number, values: object) {
    const file = join(await folder, `depots-${at}.mjs`);
    const depots = {
      shape: 1,
      name: 'depots',
      noun: ['depot', 'depots'],
      menu: { screen: 'DEP', label: 'Depots' },
      values,
      references: { 'depot-kinds': [{ key: 'Y', value: 'Yard' }] },
      list: { path: 'depots', columns: [{ field: 'town', label: 'Town' }] },
      form: {
        fields: Object.keys(values)
          .filter((name) => name !== 'id')
          .map((name) => ({
            ...{ name, label: name, section: 'Depot', input: 'text' },
            ...(name === 'kind' && { input: 'choice', options: { reference: 'own:depot-kinds' } }),
          })),
        create: true,
      },
    };
    await writeFile(file, `export default ${JSON.stringify(depots)};`);
    return file;
  }

  it('EXT-01 EXT-02 EXT-03 keeps what it holds: a new value is added, with a choice of its own list, and another type is refused', async () => {
    const place = {
      ...IN_TESTS,
      seed: 'empty',
      dataDir: join(await folder, 'data'),
      ...(ON_POSTGRES && { databaseUrl: await createDatabase() }),
    } as const;
    const open = async (file: string) => createSandbox({ ...place, plugins: [file] });
    const first = await open(await version(1, { id: 'code', town: 'text' }));
    const body = { town: 'Sudbury' };
    await (await signIn(first, ADMIN)).call('depots', { body });
    await first.close();
    const second = await open(await version(2, { id: 'code', town: 'text', kind: 'text' }));
    const { content } = await (await signIn(second, ADMIN)).json('depots');
    expect(content).toMatchObject([{ town: 'Sudbury', kind: null }]);
    const admin = await signIn(second, ADMIN);
    expect(await admin.json('depot-kinds')).toEqual([{ key: 'Y', value: 'Yard' }]);
    const statuses = ['Y', 'Z'].map(async (kind) => {
      const { status } = await admin.call('depots', { body: { town: 'Timmins', kind } });
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([201, 422]);
    await second.close();
    await expect(open(await version(3, { id: 'code', town: 'money' }))).rejects.toThrow(
      /^depots: town is stored as text in own_depots, and its kind needs bigint\. Give the value another name/,
    );
    await expect(open(join(await folder, 'gone.mjs'))).rejects.toThrow(
      /The plugin \/.*gone\.mjs cannot be used: there is no such file\.\nCorrect the file, or leave it out of PLUGINS\.$/,
    );
    const slip = join(await folder, 'slip.mjs');
    await writeFile(slip, 'export default {\n  shape: 1,\n  name: ;\n};\n');
    await expect(open(slip)).rejects.toThrow(
      `The plugin ${slip} cannot be used: SyntaxError: Unexpected token ';' (line 3)\nCorrect the file, or leave it out of PLUGINS.`,
    );
    await expect(open(await version(4, { id: 'code', town: 'txet' }))).rejects.toThrow(
      /depots-4\.mjs cannot be used: depots: values\.town: there is no kind txet\. Kinds: text, code,/,
    );
  });
});
