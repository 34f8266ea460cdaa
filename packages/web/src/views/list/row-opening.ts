import type { KeyboardEvent, MouseEvent } from 'react';

const CONTROLS = 'a, button, input, select, textarea, label, summary';

/** The row of an event that is not on one of its controls. */
function rowOf({ target }: { readonly target: EventTarget }): HTMLElement | undefined {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return undefined;
  return target.closest<HTMLElement>('tr[data-row]') ?? undefined;
}

/** Opens a row as its View does, or its Edit where there is no View. */
const open = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-opens]')?.click();

/** The next row in a direction, past opened sub-rows. */
function neighbour(row: HTMLElement, way: 'nextElementSibling' | 'previousElementSibling') {
  let next = row[way];
  while (next && !next.matches('[data-row]')) next = next[way];
  return next instanceof HTMLElement ? next : undefined;
}

const ARROWS = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;

/**
 * Handlers of a table's body: a row opens by Enter and by a double click, and the arrow keys move between
 * rows (LIST-16). Controls in a row keep their own clicks and keys, and selected text stays selected.
 */
export const rowOpening = {
  onKeyDown: (event: KeyboardEvent) => {
    const row = rowOf(event);
    if (!row || row !== event.target) return;
    if (event.key === 'Enter') open(row);
    const way = ARROWS[event.key as keyof typeof ARROWS];
    if (!way) return;
    event.preventDefault();
    neighbour(row, way)?.focus();
  },
  onMouseDown: (event: MouseEvent) => {
    // The second press would select a word, and the row would never open.
    if (event.detail === 2 && getSelection()?.isCollapsed && rowOf(event)) event.preventDefault();
  },
  onDoubleClick: (event: MouseEvent) => {
    if (getSelection()?.isCollapsed !== false) open(rowOf(event));
  },
};
