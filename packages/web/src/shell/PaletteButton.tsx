import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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

/** How the field drives its results, once they are loaded. */
export interface PaletteKeys {
  readonly press: (key: string) => void;
  readonly listId: string;
  readonly activeId: string | undefined;
}

const KEY = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
const MOVES: readonly string[] = ['ArrowDown', 'ArrowUp', 'Enter'];

const isShortcut = ({ altKey, ctrlKey, key, metaKey, shiftKey }: globalThis.KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

interface PaletteDialogProps {
  readonly loaded: Loaded | undefined;
  readonly onClose: () => void;
  readonly onSwitch: () => void;
}

/**
 * The palette's field, which takes the keys from the first one on. Its results load on demand; what was typed or
 * pressed before is not lost.
 */
function PaletteDialog({ loaded, onClose, onSwitch }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [keys, setKeys] = useState<PaletteKeys>();
  const early = useRef<string[]>([]);
  // The browser restores the focus only if the dialog closes before it is removed from the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const next = keys && early.current.shift();
    if (next) keys.press(next);
  }, [keys]);
  const press = (event: KeyboardEvent) => {
    if (!MOVES.includes(event.key) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (keys && early.current.length === 0) keys.press(event.key);
    else early.current.push(event.key);
  };
  return (
    <dialog
      ref={dialog}
      className="palette panel"
      aria-label="Go to or do anything"
      closedby="any"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search for a place, an action or a record"
          aria-expanded={keys !== undefined}
          aria-controls={keys?.listId}
          aria-activedescendant={keys?.activeId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Section, action, name or number …"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
        />
      </div>
      {loaded ? (
        <loaded.Palette
          lists={loaded.lists}
          text={text}
          onKeys={setKeys}
          onClose={onClose}
          onSwitch={onSwitch}
        />
      ) : (
        <p className="palette-none">Loading …</p>
      )}
    </dialog>
  );
}

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
    const press = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event)) return;
      // An open dialog takes precedence.
      if (document.querySelector('[aria-modal=true]')) return;
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
        createPortal(
          <PaletteDialog loaded={loaded} onClose={() => setOpen(false)} onSwitch={onSwitch} />,
          document.body,
        )}
    </>
  );
}
