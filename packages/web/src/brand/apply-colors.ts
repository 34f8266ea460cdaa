import type { BrandConfig } from '@forecourt/core';
import { type Colors, TOKENS, wearable } from './contrast.ts';

const PAIR = /^light-dark\((#[0-9a-f]{3,6}), ?(#[0-9a-f]{3,6})\)$/i;

/** Expands '#fff', as a minified style sheet writes it. */
const inFull = (color: string): string =>
  color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color;

/** The tokens of the current theme, read from the style sheet. */
function themeColors(root: HTMLElement): Colors {
  const style = getComputedStyle(root);
  return Object.fromEntries(
    TOKENS.flatMap((token) => {
      const [, light, dark] = PAIR.exec(style.getPropertyValue(`--${token}`).trim()) ?? [];
      return light && dark ? [[token, [inFull(light), inFull(dark)] as const]] : [];
    }),
  );
}

/**
 * Applies a brand's colours over the theme's as long as everything stays readable; reports the
 * others in the console.
 */
export function applyColors({ colors = {}, id }: BrandConfig): void {
  const root = document.documentElement;
  const worn = wearable(themeColors(root), colors);
  for (const [token, [light, dark]] of Object.entries(worn.colors)) {
    root.style.setProperty(`--${token}`, `light-dark(${light}, ${dark})`);
  }
  if (worn.faults.length === 0) return;
  // biome-ignore lint/suspicious/noConsole: a warning for the person who sets up a brand
  console.warn(
    `Brand ${id}: some colours were dropped, and the theme's apply.\n- ${worn.faults.join('\n- ')}`,
  );
}
