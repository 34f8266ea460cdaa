import { afterEach, describe, expect, it } from 'vitest';
import vehicles from '../../../../examples/own-resource/vehicles.mjs';
import { service as clientOf } from '../client/imports.test-kit.ts';
import { getOptions } from '../client/options.ts';
import { createRecord, updateRecord } from '../client/records.ts';
import { can, canOn, explain, toMenuAccess } from '../permissions/index.ts';
import { menuEntries } from '../resources/menu.ts';
import { findResource, RESOURCES } from '../resources/registry.ts';
import { rightsAfter, rightsFor } from '../resources/users/user-rights.ts';
import { actionsOf } from '../workflows/actions-of.ts';
import { OwnResourceError, ownAction, PRODUCT_ROUTES, registerResources } from './own-registry.ts';
import { ownResource } from './own-resource.ts';
import { listRows } from './resource-client.ts';

const read = { code: 'VEH', read: true, create: false, update: false, delete: false };

/** Registers for one test: other tests of this worker read the same registry. */
let takeBack: () => void = () => undefined;
const register = (...resources: readonly unknown[]) => {
  takeBack();
  takeBack = registerResources(resources as (typeof vehicles)[]);
};
afterEach(() => takeBack());

describe('a resource of your own', () => {
  it('EXT-01 has its menu, route, actions and definition, and leaves none of them behind', async () => {
    const before = [RESOURCES.length, menuEntries(undefined).length];
    register(vehicles);
    register(vehicles);
    expect(findResource('vehicles')).toMatchObject({
      noun: ['vehicle', 'vehicles'],
      menu: 'own:VEH',
      menuLabel: 'Vehicles',
      route: '/vehicles',
      record: {},
      form: { create: true, update: true, shown: 'page' },
    });
    expect(RESOURCES.at(-1)?.name).toBe('vehicles');
    expect(menuEntries(toMenuAccess([read])).at(-1)).toEqual({
      menu: 'own:VEH',
      label: 'Vehicles',
      route: '/vehicles',
      decision: { allowed: true },
    });
    const definition = await findResource('vehicles')?.loadDefinition();
    expect(definition).toBe(ownResource(vehicles));
    expect(definition?.list).toMatchObject({
      title: 'Vehicles',
      add: { label: 'Add Vehicle', action: 'vehicles.create', route: '/vehicles/add-new' },
    });
    expect(definition?.list.columns.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
      'plate code',
      'make text',
      'fuel text',
      'tank_litres volume',
      'inspected_on day',
      'status status',
    ]);
    takeBack();
    expect([RESOURCES.length, menuEntries(undefined).length]).toEqual(before);
    expect(() => ownAction(vehicles, 'list')).toThrow('because it is not registered');
  });

  it('EXT-01 ACC-04 has rights on its menu, decided and explained like those of the product', () => {
    register(vehicles);
    const access = toMenuAccess([read]);
    expect(can(access, ownAction(vehicles, 'list')).allowed).toBe(true);
    expect(canOn(access, 'own:VEH', 'read').allowed).toBe(true);
    expect(can(access, ownAction(vehicles, 'create'))).toEqual({
      allowed: false,
      reason: {
        code: 'missing_right',
        message:
          'Your account lacks the right to create Vehicles (create on screen VEH). An administrator can grant it.',
        menu: 'own:VEH',
        right: 'create',
        screen: 'VEH',
      },
    });
    expect(explain(access, ownAction(vehicles, 'delete'), [read])).toMatchObject({
      needs: { menu: 'own:VEH', right: 'delete', screen: 'VEH' },
      source: 'flag',
    });
    const offered = actionsOf(ownResource(vehicles), access);
    expect(
      Object.entries(offered)
        .map(([name, { allowed }]) => `${name} ${allowed}`)
        .sort(),
    ).toEqual([
      'create false',
      'delete false',
      'edit false',
      'export true',
      'list true',
      'view true',
    ]);
    expect(() => ownAction(vehicles, 'sell')).toThrow(
      'vehicles: there is no action vehicles.sell. Actions: list, get, create, update, delete, export.',
    );
  });

  it('EXT-01 USER-07 a change of a user keeps the rights on its menu', () => {
    register(vehicles);
    const staff = { role: 'User', ofCompany: false, flags: {} };
    const after = rightsAfter([read], staff, { ...staff, flags: { view_users: true } });
    expect(after.map(({ code }) => code).sort()).toEqual(['FU', 'VEH']);
    const admin = rightsFor({ ...staff, role: 'Admin' });
    expect(admin.find(({ code }) => code === 'VEH')).toMatchObject({
      name: 'Vehicles',
      delete: true,
    });
  });

  it('EXT-01 is listed, created and changed by the functions of the product', async () => {
    const row = { id: 7, plate: 'ON 4471', tank_litres: '380.5', inspected_on: '2026-03-01' };
    const { client, transport } = clientOf([
      { match: 'GET vehicles', answer: { json: { content: [row], totalRecords: 1 } } },
      { match: 'GET vehicles/7', answer: { json: { ...row, fuel: 'DIESEL' } } },
      { match: 'POST vehicles', answer: { status: 201, json: { id: 8 } } },
      { match: 'PUT vehicles/7', answer: { json: { id: 7 } } },
    ]);
    expect(() => clientOf([], { resources: [{ ...vehicles, name: 'cards' }] })).toThrow(
      'cards: the product has a resource of this name.',
    );
    register(vehicles);
    const definition = ownResource(vehicles);
    const { rows } = await listRows(client, definition, { page: 0, size: 10, filters: [] });
    expect(rows[0]?.id).toBe('7');
    expect(rows[0]?.tank_litres?.toFixed(2)).toBe('380.50');
    const made = await createRecord(client, definition, { plate: 'QC 99', fuel: 'GASOLINE' });
    expect(made).toEqual({ id: '8' });
    await updateRecord(client, definition, '7', { tank_litres: '400' });
    expect(
      transport.calls.filter(({ method }) => method !== 'GET').map(({ body }) => body),
    ).toEqual([
      {
        plate: 'QC 99',
        make: '',
        fuel: 'GASOLINE',
        tank_litres: null,
        inspected_on: null,
        status: 'ACTIVE',
      },
      {
        plate: 'ON 4471',
        make: '',
        fuel: 'DIESEL',
        tank_litres: 400,
        inspected_on: '2026-03-01',
        status: '',
      },
    ]);
    const refused = createRecord(client, definition, { plate: 'a?', fuel: 'GASOLINE' });
    await expect(refused).rejects.toThrow('Plate may have capitals, digits, blanks and hyphens');
  });

  it('EXT-02 reads a list of choices of your own at its path', async () => {
    const { client, transport } = clientOf([
      { match: 'GET vehicle-types/VAN', answer: { json: [{ key: 'S', value: 'Small' }] } },
    ]);
    expect(await getOptions(client, 'own:vehicle-types', ['VAN'])).toEqual([
      { key: 'S', value: 'Small' },
    ]);
    expect(transport.calls).toHaveLength(1);
  });
});

describe('registerResources', () => {
  const like = (change: object) => ({ ...vehicles, ...change });

  it.each<[string, unknown, string]>([
    [
      'nothing',
      undefined,
      "A resource needs a name of lower-case letters, digits and hyphens: 'vehicles'. Found: undefined.",
    ],
    ['a name with blanks', like({ name: 'My Cars' }), 'Found: the name "My Cars".'],
    [
      'an older shape',
      like({ shape: 0 }),
      "vehicles: its shape is 0; this version reads shape: 1. The guide 'Add a resource' describes it.",
    ],
    [
      'no shape',
      like({ shape: undefined }),
      'vehicles: its shape is missing; this version reads shape: 1.',
    ],
    ['no noun', like({ noun: ['vehicle'] }), 'vehicles: noun: two texts, singular and plural'],
    ['no id', like({ values: { plate: 'code' } }), 'vehicles: values: '],
    [
      'an unknown kind',
      like({ values: { ...vehicles.values, inspected_on: 'date' } }),
      'vehicles: values.inspected_on: there is no kind date. Kinds: text, code, province, country, card, integer, money, price, volume, instant, day, status, boolean, days.',
    ],
    [
      'an unknown input',
      like({
        form: { fields: [{ name: 'make', label: 'Make', section: 'Vehicle', input: 'string' }] },
      }),
      'vehicles: form.fields: make: there is no input string. Inputs: text, multiline, email, phone, password, decimal, integer, card, day, instant, choice, flag, days, place.',
    ],
    ['a slash', like({ list: { ...vehicles.list, path: '/vehicles' } }), 'vehicles: list.path: '],
    [
      'an address of another service',
      like({ list: { ...vehicles.list, path: 'http://other.test/vehicles' } }),
      'vehicles: list.path: ',
    ],
    [
      'a path above',
      like({ list: { ...vehicles.list, path: '../login' } }),
      'vehicles: list.path: ',
    ],
    [
      'a check that is none',
      like({ form: { ...vehicles.form, check: 'plate' } }),
      'vehicles: form.check: a function that returns what is wrong with a draft.',
    ],
    [
      'fields that are none',
      like({ form: { ...vehicles.form, fields: 'plate' } }),
      'vehicles: form.fields: a list of fields, or a function that returns it.',
    ],
    [
      'a stray column',
      like({ list: { path: 'v', columns: [{ field: 'vin', label: 'VIN' }] } }),
      'vehicles: list.columns: values has no vin.',
    ],
    [
      'a resource of the product',
      like({ name: 'cards' }),
      'cards: the product has a resource of this name. Choose another name.',
    ],
    [
      'a route of the product',
      like({ route: '/user/cars' }),
      'vehicles: route: the product has the route /user/cars. Choose another with `route`.',
    ],
    [
      'a screen of the product',
      like({ menu: { screen: 'FCM', label: 'Cars' } }),
      "vehicles: menu: FCM is the product's screen of cards. Choose another code, or menu: 'cards'.",
    ],
    ['an unknown menu', like({ menu: 'crads' }), 'vehicles: menu: the product has no menu crads.'],
    ['an old menu without a place', like({ menu: 'cards' }), 'vehicles: under: '],
  ])('EXT-03 refuses %s with what and where', (_, given, message) => {
    expect(() => registerResources([given as typeof vehicles])).toThrow(OwnResourceError);
    expect(() => registerResources([given as typeof vehicles])).toThrow(message);
    expect(findResource('vehicles')).toBeUndefined();
  });

  it('EXT-03 refuses a second resource of one name or route, and then registers none', () => {
    const trucks = like({ name: 'trucks', menu: { screen: 'VEH', label: 'Vehicles' } });
    expect(() => register(like({ name: 'trucks' }), vehicles, like({}))).toThrow(
      'vehicles: two resources have this name. Rename one of them.',
    );
    expect(findResource('trucks')).toBeUndefined();
    expect(() => register(vehicles, { ...trucks, route: '/vehicles' })).toThrow(
      'trucks: route: vehicles has the route /vehicles already.',
    );
    expect(() => register(vehicles, { ...trucks, menu: { screen: 'VEH', label: 'Cars' } })).toThrow(
      "trucks: menu: vehicles calls the screen VEH 'Vehicles'. Give it one label.",
    );
    register(vehicles, trucks);
    expect(menuEntries(undefined).filter(({ menu }) => menu === 'own:VEH')).toHaveLength(1);
  });

  it('EXT-03 knows every route of the product', () => {
    const routes = [...RESOURCES, ...menuEntries(undefined)].map(
      ({ route }) => route.split('/')[1],
    );
    expect(routes.filter((route) => !PRODUCT_ROUTES.includes(route ?? ''))).toEqual([]);
  });
});
