/** Token → its light and its dark colour, as six hex digits. */
export type Colors = Readonly<Record<string, readonly [light: string, dark: string]>>;

const COLOR = /^#[0-9a-f]{6}$/i;
const TOKEN = /^[a-z][a-z0-9-]*$/;

/** Relative luminance as defined by WCAG 2.2. */
function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

type Pair = readonly [front: string, back: string, least: number];

const TEXT = 4.5;
const EDGE = 3;

const on = (fronts: readonly string[], backs: readonly string[], least: number): Pair[] =>
  fronts.flatMap((front) => backs.map((back): Pair => [front, back, least]));

/** Foreground and background pairs: text needs 4.5 to 1, borders of controls and focus rings 3 to 1. */
const PAIRS: readonly Pair[] = [
  ...on(['ink', 'ink-2', 'accent-ink'], ['paper', 'card', 'raised', 'hover', 'accent-soft'], TEXT),
  ...on(['on-accent'], ['accent', 'accent-hover'], TEXT),
  ...on(['bar-ink', 'bar-ink-2'], ['bar', 'bar-hover'], TEXT),
  ...['good', 'warn', 'bad', 'info', 'neutral'].flatMap((tone) =>
    on([`${tone}-ink`], [`${tone}-soft`], TEXT),
  ),
  ...on(['bad-ink'], ['card', 'raised', 'hover', 'accent-soft'], TEXT),
  ...on(['ink'], ['neutral-soft'], TEXT),
  ...on(['control'], ['card', 'raised', 'paper'], EDGE),
  ...on(['focus'], ['card', 'paper'], EDGE),
  ...on(['bar-mark'], ['bar'], EDGE),
];

/** Names of the colours used in pairs. */
export const TOKENS: readonly string[] = [
  ...new Set(PAIRS.flatMap((pair) => pair.slice(0, 2) as string[])),
];

interface Weakness {
  readonly tokens: readonly [front: string, back: string];
  /** 'ink on paper reads at 2.10 to 1 in light, 4.5 is needed'. */
  readonly text: string;
}

/** Finds the pairs with too little contrast. */
export function weaknesses(colors: Colors): Weakness[] {
  return PAIRS.flatMap(([front, back, least]) =>
    (['light', 'dark'] as const).flatMap((scheme, at): Weakness[] => {
      const [ink, ground] = [colors[front]?.[at], colors[back]?.[at]];
      const ratio = ink && ground ? contrast(ink, ground) : 0;
      if (ratio >= least) return [];
      const text = `${front} on ${back} reads at ${ratio.toFixed(2)} to 1 in ${scheme}, ${least} is needed`;
      return [{ tokens: [front, back], text }];
    }),
  );
}

/** Keeps only valid colours under valid token names. */
const wellFormed = (wanted: Colors): Colors =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([token, pair]) =>
        TOKEN.test(token) &&
        Array.isArray(pair) &&
        pair.length === 2 &&
        pair.every((color) => COLOR.test(color)),
    ),
  );

export interface Worn {
  readonly colors: Colors;
  /** Why the other colours were dropped. */
  readonly faults: readonly string[];
}

/**
 * Returns the brand colours that keep everything readable on a theme. Drops any colour that would
 * not, and the theme's own applies. The theme by itself is readable.
 */
export function wearable(theme: Colors, wanted: Colors): Worn {
  let colors = wellFormed(wanted);
  const faults = Object.keys(wanted)
    .filter((token) => colors[token] === undefined)
    .map((token) => `${token} is not a pair of colours like ["#94400f", "#eb9a52"]`);
  for (;;) {
    const weak = weaknesses({ ...theme, ...colors }).filter(({ tokens }) =>
      tokens.some((token) => colors[token] !== undefined),
    );
    if (weak.length === 0) return { colors, faults };
    faults.push(...weak.map(({ text }) => text));
    const tokens = weak.flatMap((one) => one.tokens);
    colors = Object.fromEntries(
      Object.entries(colors).filter(([token]) => !tokens.includes(token)),
    );
  }
}
