import type { AnyResource, RecordOutput } from '@forecourt/core';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { FORM_EXTRAS } from '../../screens/slots.ts';
import { ErrorPanel } from '../../shell/ErrorPanel.tsx';
import { FormBody } from './FormBody.tsx';
import { FormFoot } from './FormFoot.tsx';
import { FormNotice } from './FormNotice.tsx';
import { FormReview, FormSteps } from './FormSteps.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { useChosen } from './use-chosen.ts';
import { useDraftKeeper, useKeptDraft } from './use-draft.ts';
import { type Form, useForm } from './use-form.ts';
import { useSubmit } from './use-submit.ts';
import '../record/record.css';
import './form.css';

interface RecordFormProps {
  readonly definition: AnyResource;
  readonly mode: 'create' | 'edit';
}

/** Where the form goes when it is left: where it was opened from, else the list. */
function useWayBack({ route, under }: AnyResource): string {
  const { state } = useLocation() as { state: { back?: string } | null };
  return state?.back ?? under?.route ?? route;
}

/** Where a saved form leads (FORM-04); the definition says. */
const destination = (leadTo: RecordOutput['leadTo'], back: string): string =>
  typeof leadTo === 'object' ? leadTo.route : back;

interface HeadProps {
  readonly title: string;
  readonly id: string | undefined;
  readonly label: string;
  readonly back: () => void;
}

function Head({ title, id, back, label }: HeadProps) {
  return (
    <div className="page-head">
      <h1>
        {title} {id && <span className="quiet fixed">{id}</span>}
      </h1>
      <button type="button" className="button" onClick={back}>
        <Icon name="back" />
        {label}
      </button>
    </div>
  );
}

function Fields({ form }: { readonly form: Form }): ReactNode {
  const { view } = form;
  const { steps, step } = view.data;
  const chosen = useChosen(view);
  const review = steps?.find(({ name }) => name === step)?.sections.length === 0;
  return (
    <>
      {steps && <FormSteps steps={steps} current={step} />}
      {review ? <FormReview view={view} chosen={chosen} /> : <FormBody form={form} />}
    </>
  );
}

function Page({ definition, mode, id }: RecordFormProps & { readonly id: string | undefined }) {
  const saved = useKeptDraft();
  const form = useForm(definition, id === undefined ? { mode } : { mode, id }, saved);
  useDraftKeeper(form);
  const { view } = form;
  const navigate = useNavigate();
  const back = useWayBack(definition);
  const { element, onSubmit } = useSubmit(form);
  const done = view.status === 'done' ? view.output : undefined;
  useEffect(() => {
    if (done) navigate(destination(done.leadTo, back), { replace: true });
  }, [done, back, navigate]);
  const Extras = FORM_EXTRAS[definition.name];
  const unloaded = view.status === 'failed' && mode === 'edit' && view.data.record === undefined;
  const leave = () => navigate(back);
  return (
    <div className="page form-page" aria-busy={view.status === 'pending' && view.busy}>
      <Head
        title={view.data.title || definition.menuLabel}
        id={id}
        label={definition.record?.back ?? 'Back'}
        back={leave}
      />
      {unloaded ? (
        <ErrorPanel
          detail={view.error.message}
          requestId={view.error.requestId}
          onRetry={() => form.send({ type: 'retry' })}
        />
      ) : (
        <form ref={element} noValidate className="form" onSubmit={onSubmit}>
          <Fields form={form} />
          {Extras && <Extras form={form} />}
          <FormNotice form={form} />
          <FormFoot className="form-foot panel" form={form} onCancel={leave} />
        </form>
      )}
      <LeaveDialog form={form} />
    </div>
  );
}

/** Any record's form on a page of its own: made or changed, from its definition alone. */
export function RecordForm({ definition, mode }: RecordFormProps) {
  const { id } = useParams();
  return <Page key={`${mode} ${id}`} definition={definition} mode={mode} id={id} />;
}
