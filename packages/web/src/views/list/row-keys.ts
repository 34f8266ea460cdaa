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

const controlsOf = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>('a[href], button, input')].filter(
    (control) => control.checkVisibility() && !control.closest('[popover]'),
  );

/** Opens the row's menu, or goes to its first button where there is none. */
function openMenu(row: HTMLElement): void {
  const menu = row.querySelector<HTMLElement>('.row-actions [popovertarget]');
  if (menu) menu.click();
  else row.querySelector<HTMLElement>('.row-actions :is(a, button)')?.focus();
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === '.' || key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** What a key does on a row itself. Returns whether it is one of the row's keys. */
function pressOnRow(row: HTMLElement, event: KeyboardEvent): boolean {
  const { key } = event;
  if (key === 'Enter') open(row);
  else if (key === 'ArrowDown') neighbour(row, 'nextElementSibling')?.focus();
  else if (key === 'ArrowUp') neighbour(row, 'previousElementSibling')?.focus();
  else if (key === 'ArrowRight') controlsOf(row)[0]?.focus();
  else if (key === ' ') row.querySelector<HTMLElement>('.pick input')?.click();
  else if (isMenuKey(event)) openMenu(row);
  else return false;
  return true;
}

/** Arrows go through a row's controls, Escape goes back to the row. */
function pressOnControl(row: HTMLElement, control: Element, { key }: KeyboardEvent): boolean {
  const controls = controlsOf(row);
  const at = controls.indexOf(control as HTMLElement);
  if (at < 0) return false;
  if (key === 'ArrowRight') controls[at + 1]?.focus();
  else if (key === 'ArrowLeft') (controls[at - 1] ?? row).focus();
  // An open menu closes first.
  else if (key === 'Escape' && control.ariaExpanded !== 'true') row.focus();
  else return false;
  return true;
}

/** Goes to the row that Tab would lead to. */
export const focusRows = (): void =>
  document.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus();

/**
 * Handlers of a table's body (LIST-16). A row opens by Enter and by a double click; the arrows up and down move
 * between rows, right and left through a row's controls; Space picks it; '.', Shift+F10 and the menu key open
 * its menu. Controls in a row keep their own clicks and keys, and selected text stays selected.
 */
export const rowKeys = {
  onKeyDown: (event: KeyboardEvent) => {
    const { altKey, ctrlKey, defaultPrevented, metaKey, target } = event;
    if (altKey || ctrlKey || metaKey || defaultPrevented || !(target instanceof Element)) return;
    const row = target.closest<HTMLElement>('tr[data-row]');
    if (!row) return;
    const done = row === target ? pressOnRow(row, event) : pressOnControl(row, target, event);
    if (done) event.preventDefault();
  },
  onMouseDown: (event: MouseEvent) => {
    // The second press would select a word, and the row would never open.
    if (event.detail === 2 && getSelection()?.isCollapsed && rowOf(event)) event.preventDefault();
  },
  onDoubleClick: (event: MouseEvent) => {
    if (getSelection()?.isCollapsed !== false) open(rowOf(event));
  },
};
