import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

const KEY = 'forecourt.color-scheme';

const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function storedScheme(): ColorScheme | undefined {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : undefined;
}

const currentScheme = (): ColorScheme => storedScheme() ?? (system.matches ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** Applies the user's choice to the document; without one, the system's preference applies. */
export function wearColorScheme(scheme: ColorScheme | undefined = storedScheme()): void {
  if (scheme) document.documentElement.dataset.theme = scheme;
}

export function toggleColorScheme(): void {
  const next = currentScheme() === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEY, next);
  wearColorScheme(next);
  for (const listener of listeners) listener();
}

/** Returns the current scheme and the label of the button that changes it. */
export function useColorScheme(): [scheme: ColorScheme, toOther: string] {
  const scheme = useSyncExternalStore(subscribe, currentScheme);
  return [scheme, scheme === 'dark' ? 'Light colours' : 'Dark colours'];
}
