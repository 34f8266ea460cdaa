import { describe, expect, it } from 'vitest';
import { ADMIN, NOBODY, openSandbox, signIn, VIEWER } from './helpers.ts';

const sandbox = await openSandbox();
const admin = await signIn(sandbox, ADMIN);
const nobody = await signIn(sandbox, NOBODY);
const viewer = await signIn(sandbox, VIEWER);

describe('WIRE-01 lists of choices', () => {
  it.each([
    ['states', 'ON', 'Ontario'],
    ['countries', 'CA', 'Canada'],
    ['customers/countries', 'US', 'United States'],
    ['countries/CA/states', 'QC', 'Quebec'],
    ['countries/CA/states/ON/cities', 'Sudbury', 'Sudbury'],
    ['cities', 'Sudbury', 'Sudbury'],
    ['currencies', 'CAD', 'CAD'],
    ['roles', '1', 'Admin'],
  ])('%s has {key, value}', async (path, key, value) => {
    const choices = await nobody.json(path);
    expect(choices).toContainEqual({ key, value });
    for (const choice of choices) expect(Object.keys(choice)).toEqual(['key', 'value']);
  });

  it('USER-04 lists the cities of a province by name, the well-known ones too', async () => {
    const cities: { key: string }[] = await nobody.json('countries/CA/states/ON/cities');
    const names = cities.map(({ key }) => key);
    expect(names).toEqual(expect.arrayContaining(['Toronto', 'Hamilton', 'Kitchener', 'Sudbury']));
    expect(names[0]).toBe('Barrie');
    expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, 'en')));
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no cities of a province in another country', async () => {
    expect(await nobody.json('countries/US/states/ON/cities')).toEqual([]);
    expect(await nobody.json('countries/XX/states')).toEqual([]);
  });

  it.each(['TAX_TYPE', 'REVENUE_TYPE', 'INVOICE_STATUS'])(
    'types of %s in content',
    async (type) => {
      const { content } = await nobody.json(`types?type=${type}`);
      expect(content.length).toBeGreaterThan(1);
      for (const choice of content) expect(Object.keys(choice)).toEqual(['key', 'value']);
    },
  );

  it('CARD-09 ACC-04 types of cards are listed for everybody, products for those who may read them', async () => {
    const keys = async (who: typeof admin, type: string) =>
      (await who.json(`types?type=${type}`)).content.map(({ key }: { key: string }) => key);
    expect(await keys(nobody, 'CARD_TYPE')).toEqual([
      ...['Diesel and DEF', 'Diesel only', 'All products'],
    ]);
    expect(await keys(viewer, 'PLASTIC_TYPE')).toEqual(['Fleet', 'Driver', 'Fleet Plus']);
    expect(await keys(viewer, 'CASH_ADVANCE_TYPE')).toEqual(['None', 'Daily', 'Weekly']);
    expect(await keys(viewer, 'USAGE_ABOVE_LIMITS')).toEqual(['Yes', 'No']);
    expect(await keys(admin, 'PRODUCT')).not.toEqual([]);
    expect(await keys(viewer, 'PRODUCT')).toEqual([]);
    const modes = (await admin.json('payment')).payment_mode_list.map(
      ({ name }: { name: string }) => name,
    );
    const { content: paid } = await admin.json(
      `invoice-payments?size=5&filter=${encodeURIComponent(`payment_mode:${modes[0]}`)}`,
    );
    expect(paid.length).toBeGreaterThan(0);
  });

  it('refuses types there are none of, and names them', async () => {
    const answer = await nobody.call('types?type=SHOES');
    expect(answer.status).toBe(400);
    expect((await answer.json()).detail).toContain('TAX_TYPE');
  });

  it('MARK-03 fuel companies, and companies with their customers', async () => {
    const { fuel_company } = await admin.json('getFuelProviderCompany');
    expect(fuel_company[0]).toEqual({
      fuel_company_provider: 'ESSO',
      company_id: 1,
      company_ref_id: 'FP-100',
    });
    const own = { company_name: 'North Haul Carriers Ltd.', company_id: 1, customer_id: 1 };
    expect(await viewer.json('fuel-customer-markups/customer-company')).toEqual([own]);
    expect(await admin.json('fuel-customer-markups/customer-company')).toHaveLength(12);
  });
});

describe('WIRE-02 places', () => {
  it('finds addresses by any of their words, and keeps the house number', async () => {
    const found = await nobody.json('places?input=88%20regent%20sudb');
    expect(found).toHaveLength(1);
    expect(found[0].description).toMatch(/^88 .*, Sudbury, ON$/);
    const place = await nobody.json(`places/${found[0].id}`);
    expect(place).toMatchObject({ city: 'Sudbury', state: 'ON', country: 'CA', lat: 46.4917 });
    expect(found[0].description).toContain(place.address1);
    expect(await nobody.json('countries/CA/states/ON/cities')).toContainEqual({
      key: place.city,
      value: place.city,
    });
  });

  it('finds at most ten places, none for an empty search, and none for an unknown one', async () => {
    expect((await nobody.json('places?input=road')).length).toBeLessThanOrEqual(10);
    expect(await nobody.json('places?input=')).toEqual([]);
    expect(await nobody.json('places')).toEqual([]);
    expect(await nobody.json('places?input=xyzzy')).toEqual([]);
    expect((await nobody.call('places/xyzzy')).status).toBe(404);
  });
});
