import { type NamedView, viewNamed, viewNameIssue } from '@forecourt/core';
import { type FormEvent, useId, useRef, useState } from 'react';

const takenText = (taken: NamedView, typed: string): string =>
  taken.name === typed
    ? `There is a view '${taken.name}'.`
    : `There is a view '${taken.name}'; upper and lower case make no difference.`;

interface NameFormProps {
  readonly label: string;
  readonly name?: string;
  /** Views whose names are taken. */
  readonly views: readonly NamedView[];
  /** Returns whether it is saved. */
  readonly onSave: (name: string) => Promise<boolean>;
  /** Saves over the view of the typed name, once the user agrees; without it another name is asked for. */
  readonly onReplace?: (taken: NamedView) => Promise<boolean>;
}

/** Names a view, and asks before one of that name is replaced (LIST-15). */
export function NameForm({ label, name = '', views, onSave, onReplace }: NameFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const [typed, setTyped] = useState(name);
  const [taken, setTaken] = useState<NamedView>();
  const finish = (saved: boolean) => {
    if (!saved) return;
    setTaken(undefined);
    setTyped('');
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === '') return;
    const issue = viewNameIssue(wanted);
    setRefused(issue);
    if (issue !== undefined) return;
    const found = viewNamed(views, wanted);
    setTaken(found);
    if (!found) finish(await onSave(wanted));
  };
  return (
    <form className="view-name" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={field}
        className="input"
        maxLength={60}
        autoComplete="off"
        aria-invalid={(refused ?? taken) !== undefined}
        aria-describedby={(refused ?? taken) && `${id}-fault`}
        value={typed}
        onChange={({ target }) => {
          setTaken(undefined);
          setRefused(undefined);
          setTyped(target.value);
        }}
      />
      <button type="submit" className="button" disabled={typed.trim() === ''}>
        Save
      </button>
      {refused && (
        <p id={`${id}-fault`} role="alert" className="fault">
          {refused}
        </p>
      )}
      {taken && (
        <p id={`${id}-fault`} role="alert" className="fault">
          {takenText(taken, typed.trim())} {onReplace ? 'Replace it?' : 'Choose another name.'}
        </p>
      )}
      {taken && onReplace && (
        <button
          type="button"
          className="button"
          onClick={async () => finish(await onReplace(taken))}
        >
          Replace
        </button>
      )}
    </form>
  );
}
