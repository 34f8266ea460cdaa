import { describe, expect, it } from 'vitest';
import { type BrandConfig, BUILT_IN_BRANDS, documentTitle, matchBrand } from './brand.ts';

const brand = (id: string, hosts: string[], fallback = false): BrandConfig => ({
  id,
  name: id,
  hosts,
  fallback,
  logo: `/${id}.svg`,
  favicon: `/${id}.ico`,
});

const brands = [
  brand('first', ['first.example']),
  brand('default', [], true),
  brand('wide', ['.fuel.example']),
  brand('narrow', ['.east.fuel.example']),
  brand('exact', ['www.east.fuel.example']),
];

describe('brand', () => {
  it.each([
    ['www.east.fuel.example', 'exact'],
    ['app.east.fuel.example', 'narrow'],
    ['west.fuel.example', 'wide'],
    ['WEST.Fuel.Example:8443', 'wide'],
    ['notfuel.example', 'default'],
    ['unknown.example', 'default'],
    ['', 'default'],
  ])(
    'SHELL-09 matches the host %j to %s: exact, then the longest suffix, then the fallback',
    (host, id) => {
      expect(matchBrand(brands, host)?.id).toBe(id);
    },
  );

  it('SHELL-09 uses the first brand if none is the fallback', () => {
    expect(matchBrand([brand('only', ['only.example'])], 'elsewhere')?.id).toBe('only');
    expect(matchBrand([], 'elsewhere')).toBeUndefined();
  });

  it('SHELL-09 includes four brands, one of them the fallback, and the title', () => {
    expect(BUILT_IN_BRANDS).toHaveLength(4);
    expect(BUILT_IN_BRANDS.filter(({ fallback }) => fallback)).toHaveLength(1);
    expect(documentTitle(brand('North', []))).toBe('Welcome to North');
  });
});
