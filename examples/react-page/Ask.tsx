import type { AnswerEvent, Decision, Failure, Need } from '@forecourt/core';
import { useId } from 'react';

interface AskProps<Name extends string> {
  readonly title: string;
  readonly label: string;
  /** Any view with needs. */
  readonly view: {
    readonly status: string;
    readonly busy?: boolean;
    readonly needs?: readonly Need<Name>[];
    readonly error?: Failure;
    readonly commands: { readonly submit: Decision };
  };
  readonly send: (event: AnswerEvent<Name> | { readonly type: 'submit' }) => void;
}

function Control({ need, id, answer }: ControlProps) {
  if (need.kind === 'choice') {
    return (
      <select
        id={id}
        value={need.value ?? ''}
        disabled={need.locked !== undefined}
        onChange={(event) => answer(event.target.value)}
      >
        <option value="">—</option>
        {need.options.map(({ key, value }) => (
          <option key={key} value={key}>
            {value}
          </option>
        ))}
      </select>
    );
  }
  if (need.kind !== 'field') return null;
  const secret = need.secret ? 'password' : 'text';
  return (
    <input
      id={id}
      type={need.input === 'day' ? 'date' : secret}
      readOnly={need.locked !== undefined}
      {...(!need.secret && { value: need.value ?? '' })}
      onChange={(event) => answer(event.target.value)}
    />
  );
}

interface ControlProps {
  readonly need: Need;
  readonly id: string;
  readonly answer: (value: string) => void;
}

interface QuestionProps<Name extends string> extends Pick<AskProps<Name>, 'send'> {
  readonly need: Need<Name>;
}

function Question<Name extends string>({ need, send }: QuestionProps<Name>) {
  const id = useId();
  const [issue] = need.issues;
  return (
    <div className={issue ? 'question wrong' : 'question'}>
      <label htmlFor={id}>{need.label}</label>
      <Control
        need={need}
        id={id}
        answer={(value) => send({ type: 'field.changed', name: need.name, value })}
      />
      {issue && <em>{issue.message}</em>}
    </div>
  );
}

/** Renders a view's needs and the button that continues, or the reason why it can't. */
export function Ask<Name extends string>({ title, label, view, send }: AskProps<Name>) {
  const { submit } = view.commands;
  return (
    <form
      className="slip"
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'submit' });
      }}
    >
      <h1>{title}</h1>
      {view.needs?.map((need) => (
        <Question key={need.name} need={need} send={send} />
      ))}
      {view.error && <p role="alert">{view.error.message}</p>}
      <button type="submit" disabled={view.busy === true}>
        {label}
      </button>
      {!submit.allowed && !view.busy && <small>{submit.reason.message}</small>}
    </form>
  );
}
