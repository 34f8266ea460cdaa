import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../src/theme/tokens.css', import.meta.url), 'utf8');
const BRANDS = ['forecourt', 'harbour', 'prairie', 'northline'];
const SCHEMES = ['light', 'dark'] as const;

type Tokens = Readonly<Record<string, string>>;

function declared(selector: string, scheme: 'light' | 'dark'): Tokens {
  const start = css.indexOf(`${selector} {`);
  const block = start < 0 ? '' : css.slice(start, css.indexOf('}', start));
  const pairs = block.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return Object.fromEntries(
    [...pairs].map(([, name, light, dark]) => [name, scheme === 'light' ? light : dark]),
  ) as Tokens;
}

const theme = (brand: string, scheme: 'light' | 'dark'): Tokens => ({
  ...declared(':root', scheme),
  ...declared(`:root[data-brand="${brand}"]`, scheme),
});

/** Relative luminance and contrast as WCAG 2.2 has them. */
function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Text on what it stands on: at least 4.5. */
const TEXTS: readonly (readonly [ink: string, ground: string])[] = [
  ...['ink', 'ink-2', 'accent-ink'].flatMap((ink) =>
    ['paper', 'card', 'raised', 'hover'].map((ground) => [ink, ground] as const),
  ),
  ['ink', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['accent-ink', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ...['bar-ink', 'bar-ink-2'].flatMap((ink) => [
    [ink, 'bar'] as const,
    [ink, 'bar-hover'] as const,
  ]),
  ...['good', 'warn', 'bad', 'neutral'].map((tone) => [`${tone}-ink`, `${tone}-soft`] as const),
  ['bad-ink', 'card'],
  ['bad-ink', 'raised'],
  ['ink', 'neutral-soft'],
];

/** Edges of controls and marks of focus on what they stand on: at least 3. */
const EDGES: readonly (readonly [edge: string, ground: string])[] = [
  ['control', 'card'],
  ['control', 'raised'],
  ['control', 'paper'],
  ['focus', 'card'],
  ['focus', 'paper'],
  ['bar-mark', 'bar'],
];

describe('tokens', () => {
  it.each(BRANDS.flatMap((brand) => SCHEMES.map((scheme) => [brand, scheme] as const)))(
    'SHELL-13 %s, %s: text is read at 4.5 to 1, edges are seen at 3 to 1',
    (brand, scheme) => {
      const tokens = theme(brand, scheme);
      const weak = [
        ...TEXTS.map((pair) => [...pair, 4.5] as const),
        ...EDGES.map((pair) => [...pair, 3] as const),
      ].flatMap(([front, back, least]) => {
        const ratio = contrast(tokens[front] ?? '', tokens[back] ?? '');
        return ratio >= least ? [] : [`${front} on ${back}: ${ratio.toFixed(2)} < ${least}`];
      });
      expect(weak).toEqual([]);
    },
  );

  it('SHELL-09 gives each brand colours of its own', () => {
    const accents = BRANDS.map((brand) => theme(brand, 'light').accent);
    expect(new Set(accents).size).toBe(BRANDS.length);
  });

  it('tells a contrast from none', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
    expect(contrast('#123456', '#123456')).toBe(1);
  });
});
