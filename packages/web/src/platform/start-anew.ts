/** Set while the portal leaves its page on purpose, so that forms don't ask. */
export const guardOff = { now: false };

/**
 * Whether leaving would lose input: fires the `beforeunload` event, which forms on the page answer
 * (FORM-01).
 */
export const wouldLose = (): boolean =>
  !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * Reloads the portal, here or at `to`. Empties the page first, because the browser may cache it for
 * its Back button, and it must not show another session's data there.
 */
export function startAnew(to?: string): void {
  guardOff.now = true;
  document.body.replaceChildren();
  addEventListener('pageshow', () => location.reload());
  if (to === undefined) location.reload();
  else location.assign(to);
}
