/**
 * A record's form on its own page. This folder draws forms, wizards, conflicts and guards from a
 * view; single controls belong in `fields/`, rules in core.
 */

import type { AnyResource } from '@forecourt/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { partOnDemand } from '../../parts/part-on-demand.tsx';
import { useWayBack } from '../../platform/way-back.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { PageTools } from '../PageTools.tsx';
import { Caption } from '../record/Caption.tsx';
import { NestedSection } from '../record/NestedSection.tsx';
import { RecordSummary } from '../record/RecordSummary.tsx';
import { FORM_EXTRAS } from '../slots.ts';
import { ConfirmSaveDialog } from './ConfirmSaveDialog.tsx';
import { FormBody } from './FormBody.tsx';
import { FormFoot } from './FormFoot.tsx';
import { FormNotice } from './FormNotice.tsx';
import { FormSteps } from './FormSteps.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { useChosen } from './use-chosen.ts';
import { type KeptForm, useDraftKeeper, useKeptDraft } from './use-draft.ts';
import { type AnyDetail, type Form, loadFailure, useForm, useSubmit } from './use-form.ts';
import { useFirstFieldFocus, useStepFocus } from './use-step-focus.ts';
import '../table.css';
import '../record/record.css';
import './form.css';

const ConflictDialog = dialogOnDemand(() => import('./ConflictDialog.tsx'), 'ConflictDialog');

const RelatedLinks = partOnDemand(() => import('../record/RelatedLinks.tsx'), 'RelatedLinks');

/** Only a wizard has it; loaded with the wizard's first step. */
const FormReview = partOnDemand(() => import('./FormReview.tsx'), 'FormReview');

interface RecordFormProps {
  readonly definition: AnyResource;
  readonly mode: 'create' | 'edit';
}

/** Leaving the form leads to where it was opened, else to the list. */
function useLeave({ route, under }: AnyResource) {
  const home = under?.route ?? route;
  // A tab's form leads to the area's home, not to the tab (COMP-02).
  return useWayBack(home, { onlyHome: under?.as === 'tab' });
}

interface HeadProps {
  readonly title: string;
  readonly caption: ReactNode;
  readonly label: string;
  readonly back: () => void;
  /** Further links. */
  readonly children?: ReactNode;
}

function Head({ title, caption, back, label, children }: HeadProps) {
  const leave = (
    <button type="button" className="button kept" onClick={back}>
      <Icon name="back" />
      {label}
    </button>
  );
  return (
    <div className="page-head">
      <h1>
        {title} {caption}
      </h1>
      {children ? (
        <PageTools>
          {leave}
          {children}
        </PageTools>
      ) : (
        leave
      )}
    </div>
  );
}

interface FieldsProps {
  readonly form: Form;
  readonly chosen: KeptForm['chosen'];
}

function Fields({ chosen, form }: FieldsProps): ReactNode {
  const { view } = form;
  const { steps, step } = view.data;
  const review = steps?.find(({ name }) => name === step)?.sections.length === 0;
  const body = useStepFocus(step);
  useFirstFieldFocus(body, view.data.mode === 'create');
  const isWizard = steps !== undefined;
  useEffect(() => {
    if (isWizard) FormReview.code.warm();
  }, [isWizard]);
  return (
    <>
      {steps && <FormSteps steps={steps} current={step} />}
      <div ref={body} className="form" tabIndex={-1}>
        {review ? <FormReview view={view} chosen={chosen} /> : <FormBody form={form} />}
      </div>
    </>
  );
}

interface NestedProps {
  readonly definition: AnyResource;
  readonly record: AnyDetail | undefined;
}

/** Rows of the record that its form doesn't change. */
const Nested = ({ definition: { record: shape }, record }: NestedProps) =>
  shape?.nested
    ?.filter(({ withForm }) => withForm)
    .map(({ rows, definition }) => (
      <NestedSection
        key={definition.title}
        definition={definition}
        rows={record && (rows(record) as readonly AnyDetail[])}
      />
    ));

function Page({ definition, mode, id }: RecordFormProps & { readonly id: string | undefined }) {
  const { saved, chosen: before } = useKeptDraft();
  const form = useForm(definition, id === undefined ? { mode } : { mode, id }, saved);
  const { view } = form;
  const chosen = useChosen(view, before);
  useDraftKeeper(form, chosen);
  const navigate = useNavigate();
  const left = useRef(false);
  const way = useLeave(definition);
  const { element, onSubmit } = useSubmit(form);
  const done = view.status === 'done' ? view.output : undefined;
  useEffect(() => {
    if (!done || left.current) return;
    left.current = true;
    // Back to where it was opened, or to the route that the definition names (FORM-04).
    if (typeof done.leadTo === 'object') navigate(done.leadTo.route, { replace: true });
    else way.leave({ replace: true });
  });
  const Extras = FORM_EXTRAS[definition.name];
  const unloaded = loadFailure(form);
  // There is none below what was typed for a record that was deleted meanwhile.
  const hasRecord = view.data.record !== undefined || (view.status === 'pending' && view.busy);
  const leave = () => way.leave();
  // A record that is gone has no page to go back to.
  const toList = () =>
    way.toHome ? leave() : navigate(definition.under?.route ?? definition.route);
  return (
    <div className="page form-page" aria-busy={view.status === 'pending' && view.busy}>
      <Head
        title={view.data.title || definition.menuLabel}
        caption={<Caption definition={definition} record={view.data.record} id={id} />}
        label={(way.toHome && definition.record?.back) || 'Back'}
        back={leave}
      >
        {/* Other records have a view, which leads there. */}
        {id !== undefined && definition.record?.editOnly && !unloaded && (
          <RelatedLinks definition={definition} record={view.data.record} />
        )}
      </Head>
      {unloaded ? (
        <ErrorPanel
          id={id}
          noun={definition.noun[0]}
          detail={unloaded.message}
          requestId={unloaded.requestId}
          status={unloaded.status}
          onRetry={() => form.send({ type: 'retry' })}
        />
      ) : (
        <>
          {mode === 'edit' && hasRecord && (
            <RecordSummary definition={definition} record={view.data.record} />
          )}
          <form ref={element} noValidate className="form" onSubmit={onSubmit}>
            <Fields form={form} chosen={chosen} />
            {Extras && <Extras form={form} />}
            <FormNotice form={form} />
            <FormFoot
              className="form-foot panel"
              form={form}
              onCancel={definition.form?.noCancel?.includes(mode) ? undefined : leave}
              onGone={toList}
            />
          </form>
          {mode === 'edit' && hasRecord && (
            <Nested definition={definition} record={view.data.record} />
          )}
        </>
      )}
      {view.status === 'pending' && view.step === 'conflict' && (
        <ConflictDialog
          definition={definition}
          form={form}
          onClose={() => form.send({ type: 'edit' })}
        />
      )}
      <ConfirmSaveDialog form={form} />
      <LeaveDialog form={form} />
    </div>
  );
}

/** Creates or updates any record on its own page, from its definition alone. */
export function RecordForm({ definition, mode }: RecordFormProps) {
  const { id } = useParams();
  return <Page key={`${mode} ${id}`} definition={definition} mode={mode} id={id} />;
}
