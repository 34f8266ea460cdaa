import type { Need } from '@forecourt/core';
import { SectionIndex, sectionId } from '../SectionIndex.tsx';
import { FlagGroups, isFlagSection } from './FlagGroups.tsx';
import { Fields, type PartProps } from './FormFields.tsx';
import { FormGroups } from './FormGroups.tsx';
import type { Form } from './use-form.ts';
import { useKeptNeeds } from './use-form.ts';

interface SectionProps extends PartProps {
  readonly title: string;
  readonly plain: boolean;
  readonly begin: boolean;
}

/** One section; a field that the others depend on is set apart above them. */
function Section({ title, plain, begin, needs, ...rest }: SectionProps) {
  const flags = isFlagSection(needs);
  const grouped = !flags && needs.some(({ group }) => group !== undefined);
  const lead = needs.filter((need) => need.lead);
  const open = needs.filter((need) => !need.lead);
  if (grouped) return <FormGroups section={title} begin={begin} needs={needs} {...rest} />;
  return (
    <>
      {title !== '' && !plain && <h2>{title}</h2>}
      {lead.length > 0 && (
        <div className="form-lead">
          <Fields needs={lead} {...rest} />
        </div>
      )}
      {flags ? (
        <FlagGroups needs={open} {...rest} />
      ) : (
        <div className="form-grid">
          <Fields needs={open} {...rest} />
        </div>
      )}
    </>
  );
}

const BARS = Array.from({ length: 8 }, (_, index) => index);

/** How many placeholders a dialog shows while its form loads. */
const FEW = 3;

function Waiting({ plain }: { readonly plain: boolean }) {
  return (
    <section className={plain ? 'form-plain' : 'panel form-section'} aria-hidden="true">
      <div className="form-grid">
        {BARS.slice(0, plain ? FEW : undefined).map((bar) => (
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
  /** No panels around sections, for dialogs. */
  readonly plain?: boolean;
}

const faultsIn = (needs: readonly Need[]): number =>
  needs.filter(({ issues }) => issues.length > 0).length;

/** For a new record, the first section with groups. */
const beginsAt = (sections: ReadonlyMap<string, readonly Need[]>): string | undefined =>
  [...sections].find(([, needs]) => needs.some(({ group }) => group !== undefined))?.[0];

/** A form's fields in sections and groups; they stay visible while it is submitted. */
export function FormBody({ form, plain = false }: FormBodyProps) {
  const { view } = form;
  const needs = useKeptNeeds(form).filter(({ kind }) => kind !== 'confirmation');
  const editing =
    (view.status === 'failed' && view.needs.length > 0) ||
    (view.status === 'pending' && view.step === 'editing');
  if (needs.length === 0 && view.status === 'pending' && view.busy) {
    return <Waiting plain={plain} />;
  }
  const sections = Map.groupBy(needs, ({ section }) => section ?? '');
  const first = view.data.mode === 'create' ? beginsAt(sections) : undefined;
  const body = [...sections].map(([title, own]) => (
    <section
      key={title}
      id={plain ? undefined : sectionId(title)}
      tabIndex={-1}
      className={plain ? 'form-plain' : 'panel form-section'}
    >
      <Section
        form={form}
        title={title}
        plain={plain}
        begin={title === first}
        needs={own}
        disabled={!editing}
      />
    </section>
  ));
  if (plain) return body;
  const index = [...sections].map(([title, own]) => ({ title, faults: faultsIn(own) }));
  return <SectionIndex sections={index}>{body}</SectionIndex>;
}
