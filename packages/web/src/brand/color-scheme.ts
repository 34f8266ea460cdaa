import { useState } from 'react';

export type ColorScheme = 'light' | 'dark';

const KEY = 'forecourt.color-scheme';

const systemScheme = (): ColorScheme =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

function storedScheme(): ColorScheme | undefined {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : undefined;
}

/** Puts what the user chose on the document; without a choice the system's stands. */
export function wearColorScheme(scheme: ColorScheme | undefined = storedScheme()): void {
  if (scheme) document.documentElement.dataset.theme = scheme;
}

export function useColorScheme(): [ColorScheme, () => void] {
  const [scheme, setScheme] = useState<ColorScheme>(() => storedScheme() ?? systemScheme());
  const toggle = () => {
    const next = scheme === 'dark' ? 'light' : 'dark';
    localStorage.setItem(KEY, next);
    wearColorScheme(next);
    setScheme(next);
  };
  return [scheme, toggle];
}
