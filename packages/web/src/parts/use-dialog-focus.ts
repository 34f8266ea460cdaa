import { type RefObject, useLayoutEffect, useRef } from 'react';

const FIELD =
  '.dialog-body :is(input, select, textarea):is(:enabled, [aria-busy="true"]):not([readonly])';

let lastFocused: EventTarget | null = null;
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target;
});

/** What opened a dialog: what has the focus, or had it until a submitted form was disabled. */
const opener = () =>
  document.activeElement === document.body ? lastFocused : document.activeElement;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

type FieldElement = HTMLInputElement | HTMLSelectElement;

/** A group of radio buttons is entered at the chosen one. */
const chosenOf = (field: FieldElement | undefined, all: readonly FieldElement[]) =>
  field?.type !== 'radio'
    ? field
    : (all.find((one) => one.name === field.name && one.matches(':checked')) ?? field);

/** The first field without its required value, or else the first one: what is filled in already can stay. */
function firstField(dialog: HTMLElement): HTMLElement | undefined {
  const all = [...dialog.querySelectorAll<FieldElement>(FIELD)];
  return chosenOf(all.find(({ required, value }) => required && value === '') ?? all[0], all);
}

/**
 * Focuses the field to begin with, or the button that changes nothing. Fields that are still loading have the focus once they can
 * be filled in, unless the user has moved it. Returns the function that stops waiting for them.
 */
function focusFirst(dialog: HTMLElement): () => void {
  const field = () => firstField(dialog);
  const rest = dialog.querySelector<HTMLElement>('.dialog-foot button:enabled') ?? dialog;
  const first = field()?.matches(':enabled') ? field() : rest;
  // The foot is in sight at the top of a long dialog too.
  first?.focus({ preventScroll: first === rest });
  const watcher = new MutationObserver(() => {
    const stays = document.activeElement === rest || isLost();
    const ready = field()?.matches(':enabled');
    if (stays && !ready) return;
    watcher.disconnect();
    if (stays) field()?.focus();
  });
  const loads = first === rest && dialog.querySelector('[aria-busy="true"], .skeleton') !== null;
  if (loads) {
    watcher.observe(dialog, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  }
  return () => watcher.disconnect();
}

/** Leaves only the topmost dialog within reach: the screen and the dialogs below it are inert. Toasts stay reachable. */
function holdBack(): void {
  const masks = [...document.querySelectorAll<HTMLElement>('.dialog-mask')];
  const screen = document.querySelector<HTMLElement>('.frame');
  if (screen) screen.inert = masks.length > 0;
  for (const mask of masks) mask.inert = mask !== masks.at(-1);
}

/** The dialog below, or the screen: where the focus goes if the opener is gone with its row. */
const below = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ??
  document.querySelector<HTMLElement>('main');

/** Gives the focus back, unless it went elsewhere on purpose. */
function giveBack(to: EventTarget | null): void {
  // After React has removed the dialog: until then the focus is still inside.
  queueMicrotask(() => {
    holdBack();
    if (!isLost()) return;
    if (to instanceof HTMLElement) to.focus();
    if (isLost()) below()?.focus();
  });
}

/** Focuses a dialog's first field as it appears and its opener when it is gone, however it closes (SHELL-13). */
export function useDialogFocus(): RefObject<HTMLSpanElement | null> {
  const inside = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const from = opener();
    const dialog = inside.current?.closest<HTMLElement>('[role="dialog"]');
    const stop = dialog && focusFirst(dialog);
    holdBack();
    return () => {
      stop?.();
      giveBack(from);
    };
  }, []);
  return inside;
}
