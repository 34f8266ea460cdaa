import type { Need } from '@forecourt/core';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
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
  /** Whether it can be folded, and is at first. */
  readonly fold: 'no' | 'open' | 'folded';
}

interface FoldProps {
  readonly title: string;
  readonly needs: readonly Need[];
  readonly folded: boolean;
  readonly children: ReactNode;
}

/** A section that can be folded, with the number of required values that are missing. A fault opens it. */
function Fold({ title, needs, folded, children }: FoldProps) {
  const [isFolded, setFolded] = useState(folded);
  const id = useId();
  const open = !isFolded || faultsIn(needs) > 0;
  const missing = missingIn(needs);
  return (
    <>
      <div className="fold-head">
        <h2>
          <button
            type="button"
            className="fold"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setFolded(open)}
          >
            <Icon name="chevron" />
            {title}
          </button>
        </h2>
        {missing > 0 && <span className="quiet">{missing} missing</span>}
      </div>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </>
  );
}

/** One section; a field that the others depend on is set apart above them. */
function Section({ title, plain, begin, fold, needs, ...rest }: SectionProps) {
  const flags = isFlagSection(needs);
  const grouped = !flags && needs.some(({ group }) => group !== undefined);
  const lead = needs.filter((need) => need.lead);
  const open = needs.filter((need) => !need.lead);
  if (grouped) return <FormGroups section={title} begin={begin} needs={needs} {...rest} />;
  const body = (
    <>
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
  if (title === '' || plain) return body;
  if (fold !== 'no') {
    return (
      <Fold title={title} needs={needs} folded={fold === 'folded'}>
        {body}
      </Fold>
    );
  }
  return (
    <>
      <h2>{title}</h2>
      {body}
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

const missingIn = (needs: readonly Need[]): number =>
  needs.filter(({ answered, required }) => required && !answered).length;

/** Fewer sections than this are all open. */
const FOLDING = 3;

/** Folds the sections of a long form for a new record that need nothing, but not the first one. */
function foldOf(needs: readonly Need[], at: number, all: number, creating: boolean) {
  if (all < FOLDING) return 'no';
  return creating && at > 0 && missingIn(needs) === 0 ? 'folded' : 'open';
}

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
  const creating = view.data.mode === 'create';
  const body = [...sections].map(([title, own], at) => (
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
        fold={plain || view.data.steps ? 'no' : foldOf(own, at, sections.size, creating)}
        needs={own}
        disabled={!editing}
      />
    </section>
  ));
  if (plain) return body;
  const index = [...sections].map(([title, own]) => ({
    title,
    faults: faultsIn(own),
    missing: missingIn(own),
  }));
  return <SectionIndex sections={index}>{body}</SectionIndex>;
}
