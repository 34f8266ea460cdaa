import type { Need } from '@forecourt/core';
import { NeedField } from '../../fields/NeedField.tsx';
import type { Form } from './use-form.ts';
import { useKeptNeeds } from './use-submit.ts';

interface PartProps {
  readonly form: Form;
  readonly needs: readonly Need[];
  readonly disabled: boolean;
}

function Fields({ form: { send }, needs, disabled }: PartProps) {
  return needs.map((need) => (
    <NeedField
      key={need.name}
      need={need}
      disabled={disabled}
      onChange={(value) => send({ type: 'field.changed', name: need.name, value })}
      onLeave={() => send({ type: 'field.left', name: need.name })}
      onPlace={(place) => send({ type: 'place.chosen', name: need.name, place })}
    />
  ));
}

/** Repeated groups of a section stand one below the other, each with its heading. */
function Groups({ needs, ...rest }: PartProps) {
  const groups = Map.groupBy(needs, ({ group }) => group ?? '');
  return [...groups].map(([group, own], index) =>
    group === '' ? (
      <div key={group} className="form-grid">
        <Fields needs={own} {...rest} />
      </div>
    ) : (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be laid out in the grid
      <div key={group} className="form-group" role="group" aria-label={groupName(own, index)}>
        {groups.size > 1 && <h3>{groupName(own, index)}</h3>}
        <div className="form-grid">
          <Fields needs={own} {...rest} />
        </div>
      </div>
    ),
  );
}

const groupName = ([first]: readonly Need[], index: number): string =>
  first?.groupTitle ?? `Line ${index + 1}`;

const BARS = Array.from({ length: 8 }, (_, index) => index);

function Waiting() {
  return (
    <section className="panel form-section" aria-hidden="true">
      <div className="form-grid">
        {BARS.map((bar) => (
          <div key={bar} className="skeleton form-bar">
            <span />
            <span />
          </div>
        ))}
      </div>
    </section>
  );
}

interface FormBodyProps {
  readonly form: Form;
  /** In a dialog sections are no panels. */
  readonly plain?: boolean;
}

/** The fields of a form, in their sections and groups; they stay in sight while it is sent. */
export function FormBody({ form, plain = false }: FormBodyProps) {
  const { view } = form;
  const needs = useKeptNeeds(form).filter(({ kind }) => kind !== 'confirmation');
  const editing =
    (view.status === 'failed' && view.needs.length > 0) ||
    (view.status === 'pending' && view.step === 'editing');
  if (needs.length === 0 && view.status === 'pending' && view.busy) return <Waiting />;
  const sections = Map.groupBy(needs, ({ section }) => section ?? '');
  return [...sections].map(([title, own]) => (
    <section key={title} className={plain ? 'form-plain' : 'panel form-section'}>
      {title !== '' && !plain && <h2>{title}</h2>}
      <Groups form={form} needs={own} disabled={!editing} />
    </section>
  ));
}
