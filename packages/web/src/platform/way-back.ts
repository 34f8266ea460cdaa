import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Where a screen was opened from, kept in its history entry. */
interface WayBack {
  /** Path and query of the screen before. */
  readonly back: string;
  /** That screen is the entry right before this one. */
  readonly before: true;
}

/** The state of a link that leads away from here, so that the next screen leads back (LIST-16). */
export function useHere(): WayBack {
  const { pathname, search } = useLocation();
  return { back: pathname + search, before: true };
}

const hasModifier = ({ altKey, button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey;

/**
 * Returns where leaving this screen leads: to the screen before, else to `home`. `leave` goes back in the
 * history where it can, so that the history has no screen twice and the screen before finds its place.
 */
export function useWayBack(home: string, { onlyHome = false } = {}) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: Partial<WayBack> | null };
  const isHome = (path: string) => path.split('?')[0] === home;
  const known = state?.back !== undefined && (!onlyHome || isHome(state.back));
  const back = known ? (state.back ?? home) : home;
  const leave = (options?: { readonly replace?: boolean }) => {
    if (known && state.before) navigate(-1);
    else navigate(back, options);
  };
  return {
    back,
    leave,
    /** Whether it leads to the list, on whichever page. */
    toHome: isHome(back),
    /** For the link back: a plain click goes back in the history, any other opens the address. */
    onClick: (event: MouseEvent) => {
      if (hasModifier(event)) return;
      event.preventDefault();
      leave();
    },
  };
}
