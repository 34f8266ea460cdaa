/** Set while the portal leaves its page on purpose: nobody is asked then. */
export const guardOff = { now: false };

/** Would leaving lose something? Forms on the page say so, as they say it to the browser (FORM-01). */
export const wouldLose = (): boolean =>
  !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * Loads the portal anew, here or at `to`. The page is emptied first: the browser may keep it for its Back
 * button, and must not show there what belongs to another session.
 */
export function startAnew(to?: string): void {
  guardOff.now = true;
  document.body.replaceChildren();
  addEventListener('pageshow', () => location.reload());
  if (to === undefined) location.reload();
  else location.assign(to);
}
