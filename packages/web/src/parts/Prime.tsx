import { PrimeReactContext, PrimeReactProvider } from 'primereact/api';
import { type ReactNode, use } from 'react';
import { STYLES } from './prime-styles.ts';

/**
 * PrimeReact adds its style elements even when unstyled, which the content security policy forbids. In a container that
 * is never attached they do nothing, so the two classes needed of them are in parts.css.
 */
const SETTINGS = {
  unstyled: true,
  styleContainer: document.createElement('div'),
  appendTo: 'self',
  pt: STYLES,
} as const;

/**
 * The settings of every PrimeReact component (docs/decisions/0044). Each wrapper in `parts/` and `fields/` is inside one;
 * the outermost counts. It isn't at the root, because lists and the sign-in load without PrimeReact.
 */
export function Prime({ children }: { readonly children: ReactNode }) {
  if (use(PrimeReactContext)) return children;
  return <PrimeReactProvider value={SETTINGS}>{children}</PrimeReactProvider>;
}
