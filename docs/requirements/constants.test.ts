import {
  ACCESS_LEVELS,
  ACTIONS,
  BUILT_IN_BRANDS,
  badgeTone,
  dailyRates,
  documentTitle,
  EMPTY,
  MAX_PAGE_SIZE,
  menuEntries,
  PAGE_SIZES,
  PERMISSION_FLAGS,
  pagerText,
  pageSizes,
  RATE_PROVIDERS,
  REFERENCE_ROLES,
  RESOURCES,
  type Requirement,
  SCREEN_MENUS,
  screenOf,
  TRANSACTION_PROVIDERS,
  USER_MENUS,
} from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from './index.ts';

const page = { rows: [1, 2, 3], page: 2, size: 10, totalRecords: 23, totalPages: 3 };

describe('lists', () => {
  it('LIST-02 offers these page sizes', () => {
    const { defaultSize, sizes } = REQUIREMENTS['LIST-02'].fixed;
    expect([...PAGE_SIZES]).toEqual(sizes);
    expect(pageSizes({ size: 50, totalPages: 9 })).toEqual(sizes);
    expect(pageSizes({ size: 1, totalPages: 1 })).toEqual([1, defaultSize]);
  });

  it('LIST-03 shows this pager text under a list', () => {
    const text = REQUIREMENTS['LIST-03'].fixed.pager
      .replace('{first}', '21')
      .replace('{last}', '23')
      .replace('{totalRecords}', '23');
    expect(pagerText(page)).toBe(text);
  });

  it('LIST-06 LIST-17 has this empty value and largest page size', () => {
    expect(EMPTY).toBe(REQUIREMENTS['LIST-06'].fixed.empty);
    expect(MAX_PAGE_SIZE).toBe(REQUIREMENTS['LIST-17'].fixed.largest);
  });

  it.each([
    ['cards', REQUIREMENTS['CARD-01'].fixed.columns],
    ['transactions', REQUIREMENTS['TXN-01'].fixed.columns],
    ['invoices', REQUIREMENTS['INV-01'].fixed.columns],
    ['payments', REQUIREMENTS['PAY-01'].fixed.columns],
    ['users', REQUIREMENTS['USER-01'].fixed.columns],
    ['customers', REQUIREMENTS['CUST-01'].fixed.columns],
    ['companies', REQUIREMENTS['COMP-01'].fixed.columns],
    ['markups', REQUIREMENTS['MARK-01'].fixed.columns],
  ])(
    'LIST-13 CARD-01 TXN-01 INV-01 PAY-01 USER-01 CUST-01 COMP-01 MARK-01 columns of %s',
    async (name, columns) => {
      const list = await RESOURCES.find((resource) => resource.name === name)?.loadListDefinition();
      expect(list?.list.columns.map(({ label }) => label).slice(0, columns.length)).toEqual(
        columns,
      );
    },
  );

  it.each([
    ['invoices', REQUIREMENTS['INV-01'].fixed.filters],
    ['payments', REQUIREMENTS['PAY-01'].fixed.filters],
    ['customers', REQUIREMENTS['CUST-01'].fixed.filters],
    ['markups', REQUIREMENTS['MARK-01'].fixed.filters],
  ])('INV-01 PAY-01 CUST-01 MARK-01 filters of %s', async (name, filters) => {
    const list = await RESOURCES.find((resource) => resource.name === name)?.loadListDefinition();
    const fields = list?.list.columns
      .filter(({ filterable = true }) => filterable)
      .map((column) => String(column.field));
    expect(fields).toEqual(expect.arrayContaining([...filters]));
  });

  it.each([
    ['invoices', REQUIREMENTS['INV-01'].fixed.title],
    ['payments', REQUIREMENTS['PAY-01'].fixed.title],
    ['customers', REQUIREMENTS['CUST-01'].fixed.title],
    ['companies', REQUIREMENTS['COMP-01'].fixed.title],
    ['markups', REQUIREMENTS['MARK-01'].fixed.title],
  ])('INV-01 PAY-01 CUST-01 COMP-01 MARK-01 the title of %s', async (name, title) => {
    const list = await RESOURCES.find((resource) => resource.name === name)?.loadListDefinition();
    expect(list?.list.title).toBe(title);
  });
});

describe('rights', () => {
  it('ACC-02 each screen code controls its menu', () => {
    expect(SCREEN_MENUS).toEqual(REQUIREMENTS['ACC-02'].fixed.menus);
  });

  it('ACC-04 each action needs this right, some of staff alone, and none is missing', () => {
    const rights = Object.entries<Requirement>(ACTIONS).map(([action, needs]) => [
      action,
      needs === 'session'
        ? needs
        : `${screenOf(needs.menu)} ${needs.right}${needs.staff ? ' staff' : ''}`,
    ]);
    expect(Object.fromEntries(rights)).toEqual(REQUIREMENTS['ACC-04'].fixed.rights);
  });

  it('ACC-06 has these levels, roles, flags and menus of a user', () => {
    const { flags, levels, menus, roles } = REQUIREMENTS['ACC-06'].fixed;
    const pairs = (list: readonly { key: unknown; value: unknown }[]) =>
      Object.fromEntries(list.map(({ key, value }) => [value, Number(key)]));
    expect(pairs(ACCESS_LEVELS)).toEqual(levels);
    expect(pairs(REFERENCE_ROLES)).toEqual(roles);
    expect(
      [...PERMISSION_FLAGS].map((flag) => (typeof flag === 'string' ? flag : flag[0])),
    ).toEqual(flags);
    expect(USER_MENUS.map((menu) => (typeof menu === 'string' ? menu : menu[0]))).toEqual(menus);
  });

  it('SHELL-07 has these menu entries, in order', () => {
    expect(menuEntries(undefined).map(({ label }) => label)).toEqual(
      REQUIREMENTS['SHELL-07'].fixed.menu,
    );
  });
});

describe('choices', () => {
  it('TXN-04 RATE-01 has these providers', () => {
    expect([...TRANSACTION_PROVIDERS]).toEqual(REQUIREMENTS['TXN-04'].fixed.providers);
    expect([...RATE_PROVIDERS]).toEqual(REQUIREMENTS['RATE-01'].fixed.providers);
  });

  it('RATE-01 RATE-02 accepts these rate files', () => {
    const { largestBytes, title, types } = REQUIREMENTS['RATE-01'].fixed;
    expect(dailyRates).toMatchObject({ label: title, accept: types, maxBytes: largestBytes });
    expect(`POST ${dailyRates.path}`).toBe(REQUIREMENTS['RATE-02'].fixed.call);
  });

  it('CARD-11 colours a status', () => {
    const { amber, green, red } = REQUIREMENTS['CARD-11'].fixed;
    expect(green.map(badgeTone)).toEqual(['good', 'good']);
    expect(red.map(badgeTone)).toEqual(['bad', 'bad']);
    expect(amber.map(badgeTone)).toEqual(['warn', 'warn']);
    expect(badgeTone('Draft')).toBe('neutral');
  });

  it('SHELL-09 has these brands and document titles', () => {
    const { brands, titleBegins } = REQUIREMENTS['SHELL-09'].fixed;
    expect(BUILT_IN_BRANDS).toHaveLength(brands);
    for (const brand of BUILT_IN_BRANDS)
      expect(documentTitle(brand)).toBe(`${titleBegins} ${brand.name}`);
  });
});
