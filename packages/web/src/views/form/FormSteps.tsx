import { EMPTY, type FormField, type FormStep } from '@forecourt/core';
import type { FormView } from './use-form.ts';

interface StepsProps {
  readonly steps: readonly FormStep[];
  readonly current: string | undefined;
}

/** Where a wizard stands (USER-03). */
export function FormSteps({ steps, current }: StepsProps) {
  const at = steps.findIndex(({ name }) => name === current);
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map(({ name, title }, index) => (
        <li
          key={name}
          className={index < at ? 'done' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="step-number" aria-hidden="true">
            {index + 1}
          </span>
          {title}
        </li>
      ))}
    </ol>
  );
}

/** What a field holds, in words. */
function textOf({ name, input, options, secret }: FormField, { draft }: FormView['data']): string {
  if (secret) return '••••••••';
  const value = draft[name];
  if (input === 'flag') return value === true ? 'Yes' : 'No';
  if (typeof value !== 'string' || value === '') return EMPTY;
  const listed = Array.isArray(options) ? options.find(({ key }) => key === value) : undefined;
  return listed?.value ?? value;
}

interface ReviewProps {
  readonly view: FormView;
  /** Shown choices, by field: the view holds keys alone. */
  readonly chosen: Readonly<Record<string, string>>;
}

/** All that was given, to be read once more before it is sent. */
export function FormReview({ view, chosen }: ReviewProps) {
  const sections = Map.groupBy(view.data.fields, ({ section }) => section);
  return [...sections].map(([title, fields]) => (
    <section key={title} className="panel record-section">
      <h2>{title}</h2>
      <dl>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>{chosen[field.name] ?? textOf(field, view.data)}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
