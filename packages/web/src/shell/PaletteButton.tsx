import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../parts/Icon.tsx';
import { useToast } from './Toasts.tsx';

/** Loaded on demand, together with the lists it searches. */
async function loadPalette() {
  const [{ Palette }, { loadLists }] = await Promise.all([
    import('../screens/palette/Palette.tsx'),
    import('../screens/palette/load-lists.ts'),
  ]);
  return { Palette, lists: await loadLists() };
}

type Loaded = Awaited<ReturnType<typeof loadPalette>>;

const KEY = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

const isShortcut = ({ altKey, ctrlKey, key, metaKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/** Opens the command palette by click or Ctrl K (⌘ K). */
export function PaletteButton({ onSwitch }: { readonly onSwitch: () => void }) {
  const toast = useToast();
  const [loaded, setLoaded] = useState<Loaded>();
  const [open, setOpen] = useState(false);
  const toggle = useCallback(() => {
    setOpen((was) => !was);
    loadPalette().then(setLoaded, () => {
      setOpen(false);
      toast('bad', 'The search could not be loaded.', 'Reload the page and try again.');
    });
  }, [toast]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      // An open dialog takes precedence.
      if (document.querySelector('dialog[open]:not(.palette)')) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [toggle]);
  return (
    <>
      <button
        type="button"
        className="bar-button palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Search (${KEY})`}
        onClick={toggle}
        onPointerEnter={() => void loadPalette().catch(() => undefined)}
      >
        <Icon name="search" />
        <span className="unseen">Search</span>
      </button>
      {open &&
        loaded &&
        createPortal(
          <loaded.Palette
            lists={loaded.lists}
            onClose={() => setOpen(false)}
            onSwitch={onSwitch}
          />,
          document.body,
        )}
    </>
  );
}
