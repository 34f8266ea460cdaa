import { EMPTY, type FormField } from '@forecourt/core';
import type { FormView } from './use-form.ts';

type Data = FormView['data'];

/** A field's value as text. */
function textOf({ name, input, options, secret }: FormField, data: Data): string {
  if (secret && !data.secretsProvided.includes(name)) {
    return data.mode === 'create' ? 'Not entered' : 'Unchanged';
  }
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

/** Combines the flags of one subject into a line that lists the enabled ones. */
function flagLines(fields: readonly FormField[], { draft }: Data): Line[] {
  const about = Map.groupBy(fields, ({ groupTitle, label }) => groupTitle ?? label);
  return [...about].map(([label, own]) => {
    const enabled = own.filter(({ name }) => draft[name] === true);
    return { label, text: enabled.map((flag) => flag.label).join(', ') || EMPTY };
  });
}

/** Skips the repetition of a secret. */
const isRepeat = ({ secret }: FormField, index: number, all: readonly FormField[]): boolean =>
  secret === true && all.findIndex((field) => field.secret) < index;

interface ReviewProps {
  readonly view: FormView;
  /** Texts of the choices by field: the view has only keys. */
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
  /** Said in place of the lines. */
  readonly sentence?: string | undefined;
}

const Section = ({ title, lines, sentence }: SectionProps) => (
  <section className="panel record-section">
    <h2>{title}</h2>
    {lines.length === 0 && <p className="quiet">None</p>}
    {sentence && <p>{sentence}</p>}
    {!sentence && lines.length > 0 && (
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

/** A summary of the input and its effects, for review before it is sent (USER-03, USER-07). */
export function FormReview(props: ReviewProps) {
  const { effects, fields } = props.view.data;
  const sections = Map.groupBy(fields, ({ section }) => section);
  return (
    <>
      {/* First what saving does, in sight without scrolling. */}
      {effects.map(({ name, title, lines, sentence }) => (
        <Section
          key={name}
          title={title}
          sentence={sentence}
          lines={lines.map(({ label, values }) => ({ label, text: values.join(', ') }))}
        />
      ))}
      {[...sections].map(([title, own]) => (
        <Section key={title} title={title} lines={linesOf(own, props)} />
      ))}
    </>
  );
}
