import { formatValue, type Need } from '@forecourt/core';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Combobox } from './Combobox.tsx';
import type { ControlProps } from './Field.tsx';

type Option = Extract<Need, { kind: 'choice' }>['options'][number];

/** How many options the list shows at once; typing finds the others. */
const SHOWN = 100;

interface SearchChoiceProps {
  readonly control: ControlProps;
  /** What it replaces. */
  readonly dropdown: ReactNode;
  readonly options: readonly Option[];
  /** Key of the chosen option; '' without one. */
  readonly value: string;
  /** What it means to choose none. */
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly locked: boolean;
  readonly onChange: (key: string) => void;
  readonly onLeave?: (() => void) | undefined;
}

const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** The options that have each word of a text: first those that start with it, then in their own order. */
function matching(options: readonly Option[], text: string): readonly Option[] {
  const wanted = plain(text);
  const words = wanted.split(/\s+/);
  const found = options.filter(({ value }) => words.every((word) => plain(value).includes(word)));
  const [first, rest] = [true, false].map((starts) =>
    found.filter(({ value }) => plain(value).startsWith(wanted) === starts),
  );
  return [...(first ?? []), ...(rest ?? [])];
}

/** What is typed, and the options that it may mean; undefined while the chosen option is shown. */
function useTyped({ control, onChange, onLeave, options }: SearchChoiceProps) {
  const [typed, setTyped] = useState<string>();
  const [unknown, setUnknown] = useState<string>();
  const found = typed === undefined ? options : matching(options, typed);
  return {
    typed,
    unknown,
    found,
    type(text: string) {
      setUnknown(undefined);
      setTyped(text);
    },
    choose({ key }: Option) {
      setTyped(undefined);
      setUnknown(undefined);
      onChange(key);
    },
    /** A text that means one option chooses it; any other is dropped, so that what is shown is what is sent. */
    leave() {
      setTyped(undefined);
      const text = typed === undefined ? '' : plain(typed);
      const only =
        found.find(({ value }) => plain(value) === text) ?? (found.length === 1 && found[0]);
      if (typed !== undefined && text === '') {
        if (!control.required) onChange('');
      } else if (typed !== undefined && only) onChange(only.key);
      else setUnknown(typed);
      onLeave?.();
    },
  };
}

/** Takes over the focus from the control that it replaces once the options are there. */
function useFocusTaken(id: string): void {
  const [had] = useState(() => document.activeElement?.id === id);
  useLayoutEffect(() => {
    if (had) document.getElementById(id)?.focus();
  }, [had, id]);
}

/** Beyond that, what it means to choose none is a sentence, which a field of one column cuts. */
const ONE_COLUMN = 24;

/** A dropdown of many options, which are found by typing a part of them. Where none may be chosen, that is the first one. */
export function SearchChoice(props: SearchChoiceProps) {
  const { control, disabled, locked, placeholder, value } = props;
  useFocusTaken(control.id);
  const none = control.required ? [] : [{ key: '', value: placeholder }];
  const options = [...none, ...props.options];
  const { choose, found, leave, type, typed, unknown } = useTyped({ ...props, options });
  const [open, setOpen] = useState(false);
  const chosen = options.find(({ key }) => key === value)?.value ?? '';
  const more = found.length > SHOWN;
  return (
    <>
      <Combobox
        control={control}
        disabled={disabled}
        readOnly={locked}
        placeholder={placeholder}
        value={typed ?? chosen}
        found={found.slice(0, SHOWN)}
        keyOf={({ key }) => key}
        describe={(option) => option.value}
        listLabel="Choices"
        takesFirst
        opensOnPress={!locked}
        onType={type}
        onChoose={choose}
        onOpen={setOpen}
        onLeave={leave}
      />
      <p className="quiet combobox-note" role="status">
        {open && found.length === 0 && 'Nothing in the list has that.'}
        {open &&
          more &&
          `The first ${SHOWN} of ${formatValue('integer', found.length)}. Type to find the others.`}
        {typed === undefined && value === '' && placeholder.length > ONE_COLUMN && placeholder}
        {unknown !== undefined && `‘${unknown}’ is not one of the list, so nothing was changed.`}
      </p>
    </>
  );
}
