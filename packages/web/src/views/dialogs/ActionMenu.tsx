import type { ActionDefinition, AnyListed, Draft, Option } from '@forecourt/core';
import { Icon } from '../../parts/Icon.tsx';
import { PopMenu } from '../../parts/PopMenu.tsx';
import { useAction } from './use-action.ts';

interface Question {
  readonly name: string;
  readonly options: readonly Option[];
}

/** Returns an action's only question if it is a short choice; otherwise undefined. */
export function onlyQuestion({ fields, on }: ActionDefinition): Question | undefined {
  const [field, ...others] = fields;
  if (on !== 'list' || !field || others.length > 0) return undefined;
  const { name, options } = field;
  return Array.isArray(options) ? { name, options } : undefined;
}

/** The action with that answer filled in, so that it asks nothing. */
const withAnswer = (action: ActionDefinition, draft: Draft): ActionDefinition => ({
  ...action,
  fields: [],
  call: (ids) => action.call(ids, draft),
  ...(action.file && { file: () => action.file?.(draft) ?? '' }),
});

interface ActionMenuProps {
  readonly definition: AnyListed;
  readonly action: ActionDefinition;
  readonly question: Question;
  readonly onDone: () => void;
}

/** Answers an action's only question through a menu: a template as Excel or CSV (CARD-05). */
export function ActionMenu({ definition, action, question, onDone }: ActionMenuProps) {
  const { busy, run } = useAction(definition, onDone);
  const face = (
    <>
      {!busy && <Icon name={action.file ? 'download' : 'check'} />}
      {action.label}
      <Icon name="down" />
    </>
  );
  return (
    <PopMenu label={action.label} busy={busy} face={face}>
      {question.options.map(({ key, value }) => (
        <button
          key={key}
          type="button"
          className="menu-item"
          onClick={() => busy || void run(withAnswer(action, { [question.name]: key }), [])}
        >
          {value}
        </button>
      ))}
    </PopMenu>
  );
}
