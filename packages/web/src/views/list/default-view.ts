let listOpened = false;

/** Called once a list is open: from then on, going through the history is Back or Forward. */
export function endFirstLoad(): void {
  listOpened = true;
}

/**
 * Whether the browser opened this address itself: a typed address, a bookmark, a new tab. React Router calls that
 * 'POP' as it does Back and Forward; its key for such an entry of the history is 'default'.
 */
export function isFirstLoad(key: string): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    !listOpened &&
    key === 'default' &&
    load?.type !== 'back_forward' &&
    // After a reload elsewhere, Back leads to an entry that an earlier load opened.
    (load === undefined || new URL(load.name).pathname === location.pathname)
  );
}
