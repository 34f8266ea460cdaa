import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface PopoverProps {
  /** Content of the button. */
  readonly button: ReactNode;
  readonly buttonClass?: string;
  /** Accessible name of the panel. */
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly disabled?: boolean;
  /** Called when it is likely to be opened, to load ahead. */
  readonly onNear?: () => void;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** Minimum distance between a panel and the window's edges, in px. */
const EDGE = 8;

/** Shifts a panel sideways until it fits the window, again when content that loads later makes it wider. */
function useInsideWindow(panel: RefObject<HTMLDivElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const { current } = panel;
    if (!open || !current) return;
    const fit = () => {
      // Not the panel's own box, which an earlier shift has moved.
      const left = current.offsetLeft + (current.offsetParent?.getBoundingClientRect().left ?? 0);
      const over = left + current.offsetWidth - (document.documentElement.clientWidth - EDGE);
      const shift = left < EDGE ? EDGE - left : -Math.max(0, over);
      current.style.translate = `${shift}px`;
    };
    fit();
    const resized = new ResizeObserver(fit);
    resized.observe(current);
    return () => resized.disconnect();
  }, [panel, open]);
}

/** A button with a panel below it; closes on Escape, on a click outside, or when it loses focus. */
export function Popover({
  button,
  buttonClass = 'button',
  label,
  align = 'end',
  disabled = false,
  onNear,
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useInsideWindow(panel, open);
  const id = useId();
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      const target = event.target as Node | null;
      if (!root.current?.contains(target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Handled: the dialog that it is in stays open.
      event.preventDefault();
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [open]);

  return (
    <div className="popover" ref={root}>
      <button
        type="button"
        ref={trigger}
        className={buttonClass}
        disabled={disabled}
        onPointerEnter={onNear}
        onFocus={onNear}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend in every panel
        <div
          id={id}
          ref={panel}
          role="group"
          aria-label={label}
          className={`popover-panel panel ${align}`}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}
