import type { Draft } from '@forecourt/core';
import { type FormEvent, useState } from 'react';
import { sizeText } from '../../fields/FileDrop.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Progress } from '../../parts/Progress.tsx';
import { DialogNeeds, useKept } from '../../views/dialogs/DialogNeeds.tsx';
import { useReport } from './use-report.ts';
import '../screen.css';

type Report = ReturnType<typeof useReport>;

function Busy({ bytes }: { readonly bytes: number }) {
  return (
    <div>
      <Notice tone="busy" role="status">
        {bytes === 0 ? 'Creating the report …' : `${sizeText(bytes)} of the report received …`}
      </Notice>
      <Progress label="Report" />
    </div>
  );
}

function Outcome({ view }: Pick<Report, 'view'>) {
  const file = view.status === 'done' ? view.output.file : undefined;
  if (!file?.location) return null;
  return (
    <Notice tone="good" role="status">
      <Icon name="check" />
      <span>
        <a href={file.location} download={file.name} target="_blank" rel="noreferrer">
          {file.name}
        </a>
        , {sizeText(file.bytes)}, was saved to your downloads.
      </span>
    </Notice>
  );
}

interface FormProps {
  readonly provided: Draft;
  /** Starts over with these values. */
  readonly onAnew: (provided: Draft) => void;
}

function Foot({
  report: { view, send },
  onAnew,
}: { readonly report: Report } & Pick<FormProps, 'onAnew'>) {
  const { retry, submit } = view.commands;
  const busy = view.status === 'pending' && view.busy;
  const why = busy || submit.allowed || retry.allowed ? undefined : submit.reason.message;
  if (view.status === 'done') {
    return (
      <footer className="screen-foot">
        <button type="button" className="button primary" onClick={() => onAnew(view.data.draft)}>
          Another report
        </button>
      </footer>
    );
  }
  return (
    <footer className="screen-foot">
      {why && <p className="why">{why}</p>}
      {busy && (
        // Starting over aborts the report in progress.
        <button type="button" className="button" onClick={() => onAnew(view.data.draft)}>
          Cancel
        </button>
      )}
      {retry.allowed ? (
        <button type="button" className="button primary" onClick={() => send({ type: 'retry' })}>
          Try again
        </button>
      ) : (
        <button type="submit" className="button primary" disabled={busy || !submit.allowed}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {view.data.submitLabel}
        </button>
      )}
    </footer>
  );
}

function ReportForm({ provided, onAnew }: FormProps) {
  const report = useReport(provided);
  const { view, send, bytes } = report;
  const needs = useKept(view);
  const busy = view.status === 'pending' && view.busy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <form className="screen-form" noValidate onSubmit={submit}>
      <div className="screen-fields">
        <DialogNeeds
          view={view}
          needs={needs}
          disabled={busy || view.status === 'done'}
          onEvent={send}
        />
      </div>
      {busy && <Busy bytes={bytes} />}
      <Outcome view={view} />
      <Foot report={report} onAnew={onAnew} />
    </form>
  );
}

/** Reporting: chooses a report and a format, and downloads the file (REP-01). */
export function Reporting() {
  const [{ round, provided }, setRound] = useState<{ round: number; provided: Draft }>({
    round: 0,
    provided: {},
  });
  return (
    <div className="page">
      <div className="page-head">
        <h1>Reporting</h1>
      </div>
      <section className="panel screen-panel" aria-label="Generate Report">
        <ReportForm
          key={round}
          provided={provided}
          onAnew={(next) => setRound({ round: round + 1, provided: next })}
        />
      </section>
    </div>
  );
}
