import { readFileSync } from 'node:fs';
import type { BrandConfig } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { type Colors, contrast, TOKENS, weaknesses, wearable } from '../src/brand/contrast.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = read('../src/theme/tokens.css');
const BRANDS = ['forecourt', 'harbour', 'prairie', 'northline'];

function declared(selector: string): Colors {
  const start = css.indexOf(`${selector} {`);
  const block = start < 0 ? '' : css.slice(start, css.indexOf('}', start));
  const pairs = block.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]),
  );
}

const theme = (brand: string): Colors => ({
  ...declared(':root'),
  ...declared(`:root[data-brand="${brand}"]`),
});

describe('tokens', () => {
  it.each(BRANDS)(
    'SHELL-13 %s, light and dark: text is read at 4.5 to 1, edges are seen at 3 to 1',
    (brand) => {
      const tokens = theme(brand);
      expect(TOKENS.filter((token) => tokens[token] === undefined)).toEqual([]);
      expect(weaknesses(tokens).map(({ text }) => text)).toEqual([]);
    },
  );

  it('SHELL-09 gives each brand colours of its own', () => {
    const accents = BRANDS.map((brand) => theme(brand).accent?.[0]);
    expect(new Set(accents).size).toBe(BRANDS.length);
  });

  it('SHELL-09 SHELL-13 the brands that are served bring no colour that is not read', () => {
    const brands: BrandConfig[] = JSON.parse(read('../public/brands.json'));
    expect(brands.map(({ id }) => id)).toEqual(BRANDS);
    for (const { id, colors = {} } of brands) {
      expect([id, wearable(theme(id), colors).faults]).toEqual([id, []]);
    }
  });

  it('tells a contrast from none', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
    expect(contrast('#123456', '#123456')).toBe(1);
  });
});

describe('colours of a deployment', () => {
  const own = theme('forecourt');

  it('SHELL-09 are worn where everything is still read', () => {
    const wanted: Colors = { accent: ['#225522', '#88cc88'], 'bar-mark': ['#225522', '#88cc88'] };
    expect(wearable(own, wanted)).toEqual({ colors: wanted, faults: [] });
  });

  it('SHELL-13 are left out where something would not be read, each with its figure', () => {
    const bar: Colors = { bar: ['#ffffff', '#101010'] };
    const { colors, faults } = wearable(own, { ...bar, accent: ['#ffff00', '#88cc88'] });
    expect(colors).toEqual(bar);
    expect(faults).toEqual(['on-accent on accent reads at 1.07 to 1 in light, 4.5 is needed']);
  });

  it('SHELL-13 are left out too where they are read only with one that is left out', () => {
    const { colors } = wearable(own, {
      'bar-ink': ['#ffffff', '#ffffff'],
      'bar-ink-2': ['#dddddd', '#dddddd'],
      'bar-mark': ['#ffffff', '#ffffff'],
      bar: ['#000000', '#000000'],
    });
    expect(colors).toEqual({});
  });

  it('SHELL-09 that are none are told', () => {
    const odd = { 'no;good': ['red', 'red'], accent: ['#12', '#34'], line: '#ffffff' };
    const { colors, faults } = wearable(own, odd as unknown as Colors);
    expect(colors).toEqual({});
    expect(faults).toHaveLength(3);
  });
});
