import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ControlProps } from './Field.tsx';
import { TextInput } from './inputs.tsx';
import './combobox.css';

interface ComboboxProps<Found> {
  readonly control: ControlProps;
  readonly disabled: boolean;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  /** As it is shown; what is typed goes to `onType`. */
  readonly value: string;
  /** What may be meant by the text. */
  readonly found: readonly Found[];
  readonly keyOf: (found: Found) => string;
  readonly describe: (found: Found) => string;
  /** Name of the list of what was found. */
  readonly listLabel: string;
  /** Enter takes the first one without an arrow key: the text alone means nothing. */
  readonly takesFirst?: boolean;
  /**
   * The list is there without typing: a press or an arrow key opens it at the option with this place (-1 without one) and
   * selects the text to be typed over. Undefined where only typing finds something.
   */
  readonly chosenAt?: number;
  /** What is said above the list: how many there are, or that nothing was found. */
  readonly note?: string | undefined;
  /** Called for Enter without an option, and for Escape: returns whether a text that is only typed was dealt with. */
  readonly onSettle?: (key: 'Enter' | 'Escape') => boolean;
  readonly onType: (text: string) => void;
  readonly onChoose: (found: Found) => void;
  readonly onOpen?: (open: boolean) => void;
  readonly onLeave: () => void;
}

/** A text, and under it what it may mean, to choose by arrow keys or pointer. */
export function Combobox<Found>(props: ComboboxProps<Found>) {
  const { control, describe, disabled, found, keyOf, listLabel, placeholder, value } = props;
  const { onChoose, onLeave, onOpen, onType, readOnly = false } = props;
  const { chosenAt, note, onSettle, takesFirst = false } = props;
  const { id } = control;
  const [open, setOpened] = useState(false);
  const start = takesFirst ? 0 : -1;
  const [at, setAt] = useState(start);
  const shown = open && found.length > 0;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [shown, at]);
  const setOpen = (now: boolean) => {
    setOpened(now);
    onOpen?.(now);
  };
  const choose = (one: Found) => {
    setOpen(false);
    onChoose(one);
  };
  const openAll = () => {
    if (chosenAt !== undefined) setAt(chosenAt);
    setOpen(true);
  };
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    // What is locked can be read, and not chosen anew.
    if (readOnly) return;
    if (key === 'Escape' && (onSettle?.(key) || open)) {
      event.stopPropagation();
      return setOpen(false);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const picked = shown ? found[at] : undefined;
    if (key === 'Enter' && picked !== undefined) choose(picked);
    else if (key === 'Enter' && onSettle?.(key)) setOpen(false);
    // As a dropdown of the browser's own: a space opens the list, and is no text.
    else if (key === ' ' && chosenAt !== undefined && !open) openAll();
    else if (step && !open) openAll();
    else if (step && shown) {
      setAt((Math.max(at, step < 0 ? 0 : -1) + step + found.length) % found.length);
    } else return;
    event.preventDefault();
  };
  return (
    <div className={chosenAt === undefined ? 'combobox' : 'combobox listed'}>
      <TextInput
        {...control}
        className="input"
        type="text"
        autoComplete="off"
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-found`}
        aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={placeholder}
        disabled={disabled}
        readOnly={readOnly}
        value={value}
        onBlur={() => {
          setOpen(false);
          onLeave();
        }}
        onKeyDown={onKey}
        onClick={({ currentTarget }) => {
          if (chosenAt === undefined || readOnly || open) return;
          currentTarget.select();
          openAll();
        }}
        onChange={({ target }) => {
          onType(target.value);
          setOpen(true);
          // A text that is empty means none of them.
          setAt(target.value === '' ? -1 : start);
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus, so that its scrollbar can be used */}
      <div
        className="panel found"
        hidden={!shown && !(open && note)}
        onMouseDown={(event) => event.preventDefault()}
      >
        {note && (
          <p className="quiet combobox-note" role="status">
            {note}
          </p>
        )}
        <div ref={list} id={`${id}-found`} role="listbox" aria-label={listLabel} hidden={!shown}>
          {found.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's own
            // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus
            <div
              key={keyOf(one)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className="found-one"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              {describe(one)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
