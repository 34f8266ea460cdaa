import { EMPTY, type FormField } from '@forecourt/core';
import type { FormView } from './use-form.ts';

type Data = FormView['data'];

/** What a field holds, in words. */
function textOf({ name, input, options, secret }: FormField, data: Data): string {
  if (secret && !data.secretsProvided.includes(name)) return 'Unchanged';
  if (secret) return '••••••••';
  const value = data.draft[name];
  if (input === 'flag') return value === true ? 'Yes' : 'No';
  if (typeof value !== 'string' || value === '') return EMPTY;
  const listed = Array.isArray(options) ? options.find(({ key }) => key === value) : undefined;
  return listed?.value ?? value;
}

interface Line {
  readonly label: string;
  readonly text: string;
}

/** Flags that are about one thing are told as one: what of it is given. */
function flagLines(fields: readonly FormField[], { draft }: Data): Line[] {
  const about = Map.groupBy(fields, ({ groupTitle, label }) => groupTitle ?? label);
  return [...about].map(([label, own]) => {
    const provided = own.filter(({ name }) => draft[name] === true);
    return { label, text: provided.map((flag) => flag.label).join(', ') || EMPTY };
  });
}

/** A second entry of a secret says nothing of its own. */
const isRepeat = ({ secret }: FormField, index: number, all: readonly FormField[]): boolean =>
  secret === true && all.findIndex((field) => field.secret) < index;

interface ReviewProps {
  readonly view: FormView;
  /** Shown choices, by field: the view holds keys alone. */
  readonly chosen: Readonly<Record<string, string>>;
}

function linesOf(fields: readonly FormField[], { view: { data }, chosen }: ReviewProps): Line[] {
  const flags = fields.filter(({ input, groupTitle }) => input === 'flag' && groupTitle);
  const others = fields.filter((field, ...at) => !flags.includes(field) && !isRepeat(field, ...at));
  return [
    ...others.map((field) => ({
      label: field.label,
      text: chosen[field.name] ?? textOf(field, data),
    })),
    ...flagLines(flags, data),
  ];
}

interface SectionProps {
  readonly title: string;
  readonly lines: readonly Line[];
}

const Section = ({ title, lines }: SectionProps) => (
  <section className="panel record-section">
    <h2>{title}</h2>
    {lines.length === 0 && <p className="quiet">None</p>}
    {lines.length > 0 && (
      <dl>
        {lines.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={text === EMPTY ? 'quiet' : undefined}>{text}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

/** All that was given and what it brings about, to be read once more before it is sent (USER-03, USER-07). */
export function FormReview(props: ReviewProps) {
  const { effects, fields } = props.view.data;
  const sections = Map.groupBy(fields, ({ section }) => section);
  return (
    <>
      {[...sections].map(([title, own]) => (
        <Section key={title} title={title} lines={linesOf(own, props)} />
      ))}
      {effects.map(({ name, title, lines }) => (
        <Section
          key={name}
          title={title}
          lines={lines.map(({ label, values }) => ({ label, text: values.join(', ') }))}
        />
      ))}
    </>
  );
}
