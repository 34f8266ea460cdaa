import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

interface PopMenuProps {
  /** Accessible name of the button and the panel. */
  readonly label: string;
  readonly busy?: boolean;
  /** Content of the button; three dots by default. */
  readonly face?: ReactNode;
  /** The menu's buttons; clicking one closes the menu. */
  readonly children: ReactNode;
}

/** Distance between the menu and its button, in px. */
const GAP = 4;

/**
 * A button with a menu in the top layer, so that no scrolling container clips it. The browser
 * closes it on Escape or a click outside.
 */
export function PopMenu({ label, busy = false, face, children }: PopMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const place = ({ newState }: ToggleEvent) => {
    if (newState !== 'open' || !panel.current || !button.current) return;
    const at = button.current.getBoundingClientRect();
    const { style } = panel.current;
    style.top = `${at.bottom + GAP}px`;
    style.right = `${document.documentElement.clientWidth - at.right}px`;
    // Until it is known whether there is room below: a menu that moves is missed by a quick press.
    style.visibility = 'hidden';
  };
  const settle = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open');
    const box = newState === 'open' ? panel.current?.getBoundingClientRect() : undefined;
    if (!box || !panel.current || !button.current) return;
    // Opens upwards when there is no room below.
    if (box.bottom > innerHeight) {
      panel.current.style.top = `${button.current.getBoundingClientRect().top - box.height - GAP}px`;
    }
    panel.current.style.visibility = '';
    panel.current.querySelector('button')?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={face ? 'button' : 'button plain square row-action'}
        popoverTarget={id}
        aria-expanded={open}
        title={face ? undefined : 'More'}
      >
        {busy ? <span className="spinner" aria-hidden="true" /> : !face && <Icon name="more" />}
        {face ?? <span className="unseen">{label}</span>}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it follows the buttons within, which have their keys */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className="pop-menu panel"
        onBeforeToggle={place}
        onToggle={settle}
        onClick={() => panel.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
