import {
  formatValue,
  type ImportDefinition,
  type ImportEvent,
  type ImportView,
  type Need,
} from '@forecourt/core';
import { type RefObject, useState } from 'react';
import { sizeText } from '../../fields/FileDrop.tsx';
import { NeedField } from '../../fields/NeedField.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Corrections } from './Corrections.tsx';
import { GuardForm } from './GuardForm.tsx';
import { ImportOutcome, OutcomeNotice } from './ImportOutcome.tsx';
import { ReportView, Verdict } from './ReportView.tsx';
import '../../views/table.css';
import '../../views/check-report/check-report.css';
import './import.css';

/** Keeps the current choices visible after the view no longer asks for them. */
function useNeeds(view: ImportView): readonly Need[] {
  const asked = 'needs' in view ? view.needs : [];
  const [kept, setKept] = useState(asked);
  if (asked.length > 0 && asked !== kept) setKept(asked);
  if (asked.length > 0) return asked;
  const { file, provider = '' } = view.data;
  return kept.map((need): Need => {
    if (need.kind === 'file') return file ? { ...need, value: file, issues: [] } : need;
    return need.kind === 'choice' ? { ...need, value: provider, issues: [] } : need;
  });
}

const isChecking = (view: ImportView): boolean =>
  view.status === 'pending' && (view.step === 'checking' || view.step === 'recognising');

function busyText(view: ImportView): string | undefined {
  if (view.status !== 'pending' || !view.busy) return undefined;
  const rows = formatValue('integer', view.data.progress?.rows ?? 0);
  if (view.step === 'checking') return `Checking, ${rows} rows so far …`;
  if (view.step === 'recognising') return 'Recognising the file type …';
  if (view.step === 'correcting') return 'Making the corrected copy …';
  if (view.step === 'looking') return 'Asking whether this file was imported before …';
  if (view.step === 'resolving') return 'The answer was lost. Asking for the outcome …';
  const received = view.data.progress?.bytes ?? 0;
  return received > 0
    ? `Receiving the result file, ${sizeText(received)} so far …`
    : 'Sending. This may take several minutes …';
}

const isChoice = ({ kind }: Need): boolean => kind === 'choice' || kind === 'file';

function Warning({ offered }: { readonly offered: ImportDefinition }) {
  if (!offered.texts.warning) return null;
  return (
    <p className="notice warn">
      <Icon name="info" />
      {offered.texts.warning}
    </p>
  );
}

/** Where the import is, always in one place: what it waits for, what the check found, or how it ended. */
function State({ view, offered }: Pick<BodyProps, 'offered' | 'view'>) {
  if (view.status === 'done') return <OutcomeNotice output={view.output} />;
  const busy = busyText(view);
  if (busy) {
    return (
      <p className="notice check-busy">
        <span className="spinner" aria-hidden="true" />
        {busy}
      </p>
    );
  }
  const { report } = view.data;
  return report ? <Verdict report={report} /> : <Warning offered={offered} />;
}

function Failure({ view }: Pick<BodyProps, 'view'>) {
  if (view.status !== 'failed') return null;
  return (
    <p className="notice bad" role="alert">
      <Icon name="warning" />
      <span>
        {view.error.message} {view.error.detail}
      </span>
    </p>
  );
}

interface BodyProps {
  readonly view: ImportView;
  /** Has the focus when what had it is gone. */
  readonly state: RefObject<HTMLDivElement | null>;
  readonly offered: ImportDefinition;
  readonly send: (event: ImportEvent) => void;
  readonly onAnswer: (name: string, value: unknown) => void;
  readonly onClose: () => void;
}

/** The choices, the import's state, and the report of the check (TXN-12). */
export function ImportBody({ view, state, offered, send, onAnswer, onClose }: BodyProps) {
  const needs = useNeeds(view);
  const done = view.status === 'done';
  const busy = view.status === 'pending' && view.busy;
  const { report } = view.data;
  return (
    <div className="dialog-body">
      {!done && (
        <div className="import-choices">
          {needs.filter(isChoice).map((need) => (
            <NeedField
              key={need.name}
              need={need}
              disabled={busy && !isChecking(view)}
              onChange={(value) => onAnswer(need.name, value)}
            />
          ))}
        </div>
      )}
      {view.data.recognised && report && !busy && !done && (
        <p className="quiet">
          This is a file of {view.data.provider}, by its columns. Choose another type if it is not.
        </p>
      )}
      <div ref={state} className="import-state" role="status" tabIndex={-1}>
        <State view={view} offered={offered} />
      </div>
      <Failure view={view} />
      {done && <ImportOutcome output={view.output} onLeave={onClose} />}
      {!done && report && (
        <ReportView report={report} accepted={view.data.accepted} busy={busy}>
          <GuardForm
            view={view}
            needs={needs}
            onAnswer={onAnswer}
            onAccept={() => send({ type: 'accept' })}
          />
          <Corrections
            view={view}
            onType={(typed) => onAnswer('corrections', typed)}
            onCorrect={(corrections) => send({ type: 'correct', corrections })}
            onUncorrect={(cells) => send({ type: 'uncorrect', ...(cells && { cells }) })}
          />
        </ReportView>
      )}
    </div>
  );
}

const NO_CHOICE = { required: true, answered: false, issues: [] } as const;

/** The choices as they will be, so that nothing moves once the providers are listed. */
const LOADING: readonly Need[] = [
  {
    ...NO_CHOICE,
    kind: 'choice',
    name: 'provider',
    label: 'File type',
    options: [],
    loading: true,
  },
  {
    ...NO_CHOICE,
    kind: 'file',
    name: 'file',
    label: 'File',
    accept: ['.xls', '.xlsx'],
    maxBytes: 0,
  },
];

/** Stands in until the providers are listed. */
export function LoadingBody({ offered, onClose }: Pick<BodyProps, 'offered' | 'onClose'>) {
  return (
    <>
      <div className="dialog-body">
        <div className="import-choices">
          {LOADING.map((need) => (
            <NeedField key={need.name} need={need} disabled onChange={() => undefined} />
          ))}
        </div>
        <Warning offered={offered} />
      </div>
      <footer className="dialog-foot">
        <p className="why" role="status">
          Loading the providers …
        </p>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button primary" disabled>
          <Icon name="upload" />
          Upload
        </button>
      </footer>
    </>
  );
}
