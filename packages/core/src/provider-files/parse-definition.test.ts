import { expect, it } from 'vitest';
import { parseDeliveries } from './deliveries.ts';
import { parseLayout } from './layout.schema.ts';
import { parseTaxTable } from './tax-table.schema.ts';

const known = { providers: ['Esso'], timeZone: 'America/Toronto' };
const rate = {
  ...{ jurisdiction: 'ON', tax: 'hst', product: 'any', from: '2026-01-01', rate: 0.13 },
  ...{ source: '', verified_until: 'soon' },
};

it.each([
  [
    'TXN-16 a layout',
    () => parseLayout(3),
    ['layout: Invalid input: expected object, received number'],
  ],
  [
    'TXN-16 a column of a layout',
    () => parseLayout({ columns: [{ header: '', field: 'a', kind: 'site', colour: 1 }] }),
    [
      'columns[0].header: Too small: expected string to have >=1 characters',
      'columns[0].kind: Invalid option: expected one of "text"|"card"|',
      'columns[0]: Unrecognized key: "colour"',
      'card: Invalid input: expected object, received undefined',
    ],
  ],
  [
    'TXN-15 a tax table',
    () => parseTaxTable(3),
    ['table: Invalid input: expected object, received number'],
  ],
  [
    'TXN-15 a rate of a tax table',
    () => parseTaxTable([{ ...rate, rate: 2 }]),
    [
      'rates[0].rate: Too big: expected number to be <=1',
      'rates[0].source: Too small: expected string to have >=1 characters',
      'rates[0].verified_until: must be a day as YYYY-MM-DD',
    ],
  ],
  [
    'a delivery',
    () => parseDeliveries([{ provider: 'Eso', by: '23:30', leastRows: -1 }], known),
    [
      "deliveries[0].provider: 'Eso' is no provider: choose one of Esso",
      'deliveries[0].leastRows: Too small: expected number to be >=0',
    ],
  ],
  [
    'deliveries',
    () => parseDeliveries({}, known),
    ['deliveries: Invalid input: expected array, received object'],
  ],
])('says what is wrong in %s, and where', (_, parse, faults) => {
  for (const fault of faults) expect(parse).toThrow(fault);
});

it('TXN-16 a layout may say that no row is a banner', () => {
  const layout = { columns: [{ header: 'Site', field: 'site' }], skip: { bannerCells: 0 } };
  const issuesOf = (skip: object) => {
    try {
      parseLayout({ ...layout, skip });
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  expect(issuesOf({ bannerCells: 0 })).not.toContain('bannerCells');
  expect(issuesOf({ bannerCells: -1 })).toContain('skip.bannerCells');
  expect(issuesOf({ bannerCells: 10 })).not.toContain('bannerCells');
  expect(issuesOf({ bannerCells: 11 })).toContain('skip.bannerCells');
});
