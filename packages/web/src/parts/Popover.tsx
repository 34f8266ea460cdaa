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
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** Minimum distance between a panel and the window's edges, in px. */
const EDGE = 8;

/** Shifts a panel sideways until it fits the window. */
function useInsideWindow(panel: RefObject<HTMLDivElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const box = open ? panel.current?.getBoundingClientRect() : undefined;
    if (!panel.current || !box) return;
    const over = box.right - (document.documentElement.clientWidth - EDGE);
    const shift = box.left < EDGE ? EDGE - box.left : -Math.max(0, over);
    panel.current.style.translate = `${shift}px`;
  }, [panel, open]);
}

/** A button with a panel below it; closes on Escape, on a click outside, or when it loses focus. */
export function Popover({
  button,
  buttonClass = 'button',
  label,
  align = 'end',
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
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div className="popover" ref={root}>
      <button
        type="button"
        ref={trigger}
        className={buttonClass}
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
