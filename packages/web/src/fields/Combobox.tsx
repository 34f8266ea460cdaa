import { type KeyboardEvent, useState } from 'react';
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
  /** A press opens the list, and selects the text to be typed over. */
  readonly opensOnPress?: boolean;
  readonly onType: (text: string) => void;
  readonly onChoose: (found: Found) => void;
  readonly onOpen?: (open: boolean) => void;
  readonly onLeave: () => void;
}

/** A text, and under it what it may mean, to choose by arrow keys or pointer. */
export function Combobox<Found>(props: ComboboxProps<Found>) {
  const { control, describe, disabled, found, keyOf, listLabel, placeholder, value } = props;
  const { onChoose, onLeave, onOpen, onType, readOnly = false } = props;
  const { opensOnPress = false, takesFirst = false } = props;
  const { id } = control;
  const [open, setOpened] = useState(false);
  const start = takesFirst ? 0 : -1;
  const [at, setAt] = useState(start);
  const shown = open && found.length > 0;
  const setOpen = (now: boolean) => {
    setOpened(now);
    onOpen?.(now);
  };
  const choose = (one: Found) => {
    setOpen(false);
    onChoose(one);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      return setOpen(false);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !open) setOpen(true);
    if (!shown) return;
    const picked = found[at];
    if (event.key === 'Enter' && picked !== undefined) choose(picked);
    else if (step) setAt((Math.max(at, step < 0 ? 0 : -1) + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <div className={opensOnPress ? 'combobox listed' : 'combobox'}>
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
          if (!opensOnPress || open) return;
          currentTarget.select();
          setAt(-1);
          setOpen(true);
        }}
        onChange={({ target }) => {
          onType(target.value);
          setOpen(true);
          setAt(start);
        }}
      />
      <div
        id={`${id}-found`}
        role="listbox"
        aria-label={listLabel}
        className="panel found"
        hidden={!shown}
      >
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
  );
}
