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
  /** That is a sentence, which a field of one column cuts. */
  readonly sentence: boolean;
  readonly disabled: boolean;
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
  /** Why what was typed chose nothing. */
  const [dropped, setDropped] = useState<string>();
  // What it means to choose none is a sentence, and no name to be found.
  const named = options.filter(({ key }) => key !== '');
  const found = typed === undefined || typed === '' ? options : matching(named, typed);
  /**
   * A text that means one option chooses it. Any other means none: where one is required, what was chosen before is not
   * kept, because it would be sent while another text is shown.
   */
  const settle = () => {
    setTyped(undefined);
    // Blanks are no text, and don't take away what is chosen.
    if (typed === undefined || (typed !== '' && typed.trim() === '')) return;
    const text = plain(typed);
    const only =
      found.find(({ value }) => plain(value) === text) ?? (found.length === 1 && found[0]);
    const what = `‘${typed}’ ${found.length > 1 ? 'may be several' : 'is not one'} of the list.`;
    if (text === '') onChange('');
    else if (only) onChange(only.key);
    else if (control.required) {
      onChange('');
      setDropped(`${what} Choose one.`);
    } else setDropped(`${what} Nothing was changed.`);
  };
  return {
    typed,
    dropped,
    found,
    type(text: string) {
      setDropped(undefined);
      setTyped(text);
    },
    choose({ key }: Option) {
      setTyped(undefined);
      setDropped(undefined);
      onChange(key);
    },
    leave() {
      settle();
      onLeave?.();
    },
    /** Enter settles a text instead of sending the form; Escape shows again what is chosen. */
    onSettle(key: 'Enter' | 'Escape') {
      if (typed === undefined) return false;
      if (key === 'Enter') settle();
      else setTyped(undefined);
      return true;
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

/** A dropdown of many options, which are found by typing a part of them. Where none may be chosen, that is the first one. */
export function SearchChoice(props: SearchChoiceProps) {
  const { control, disabled, placeholder, sentence, value } = props;
  useFocusTaken(control.id);
  const none = control.required ? [] : [{ key: '', value: placeholder }];
  const options = [...none, ...props.options];
  const { choose, dropped, found, leave, onSettle, type, typed } = useTyped({ ...props, options });
  const at = options.findIndex(({ key }) => key === value);
  const note =
    found.length === 0
      ? 'Nothing in the list has that.'
      : `The first ${SHOWN} of ${formatValue('integer', found.length)}. Type to find the others.`;
  const saysNone = sentence && typed === undefined && value === '';
  return (
    <>
      <Combobox
        control={control}
        disabled={disabled}
        placeholder={placeholder}
        value={typed ?? options[at]?.value ?? ''}
        found={found.slice(0, SHOWN)}
        keyOf={({ key }) => key}
        describe={(option) => option.value}
        listLabel="Choices"
        takesFirst
        chosenAt={at < SHOWN ? at : -1}
        note={found.length === 0 || found.length > SHOWN ? note : undefined}
        onType={type}
        onChoose={choose}
        onSettle={onSettle}
        onLeave={leave}
      />
      <p className="quiet combobox-note" role="status">
        {dropped ?? (saysNone && placeholder)}
      </p>
    </>
  );
}
