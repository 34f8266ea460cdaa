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
    'SHELL-13 have a contrast of 4.5 to 1 for text and 3 to 1 for edges in %s, light and dark',
    (brand) => {
      const tokens = theme(brand);
      expect(TOKENS.filter((token) => tokens[token] === undefined)).toEqual([]);
      expect(weaknesses(tokens).map(({ text }) => text)).toEqual([]);
    },
  );

  it('SHELL-09 give each brand its own colours', () => {
    const accents = BRANDS.map((brand) => theme(brand).accent?.[0]);
    expect(new Set(accents).size).toBe(BRANDS.length);
  });

  it('SHELL-09 SHELL-13 of the shipped brands contain no illegible colour', () => {
    const brands: BrandConfig[] = JSON.parse(read('../public/brands.json'));
    expect(brands.map(({ id }) => id)).toEqual(BRANDS);
    for (const { id, colors = {} } of brands) {
      expect([id, wearable(theme(id), colors).faults]).toEqual([id, []]);
    }
  });

  it('distinguish a contrast from none', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
    expect(contrast('#123456', '#123456')).toBe(1);
  });
});

describe('colours of a deployment', () => {
  const own = theme('forecourt');

  it('SHELL-09 are used if everything stays legible', () => {
    const wanted: Colors = { accent: ['#225522', '#88cc88'], 'bar-mark': ['#225522', '#88cc88'] };
    expect(wearable(own, wanted)).toEqual({ colors: wanted, faults: [] });
  });

  it('SHELL-13 are left out if something would be illegible, each with its contrast', () => {
    const bar: Colors = { bar: ['#ffffff', '#101010'] };
    const { colors, faults } = wearable(own, { ...bar, accent: ['#ffff00', '#88cc88'] });
    expect(colors).toEqual(bar);
    expect(faults).toEqual(['on-accent on accent reads at 1.07 to 1 in light, 4.5 is needed']);
  });

  it('SHELL-13 are left out if they are legible only with one that is left out', () => {
    const { colors } = wearable(own, {
      'bar-ink': ['#ffffff', '#ffffff'],
      'bar-ink-2': ['#dddddd', '#dddddd'],
      'bar-mark': ['#ffffff', '#ffffff'],
      bar: ['#000000', '#000000'],
    });
    expect(colors).toEqual({});
  });

  it('SHELL-09 are reported if they are not colours', () => {
    const odd = { 'no;good': ['red', 'red'], accent: ['#12', '#34'], line: '#ffffff' };
    const { colors, faults } = wearable(own, odd as unknown as Colors);
    expect(colors).toEqual({});
    expect(faults).toHaveLength(3);
  });
});
