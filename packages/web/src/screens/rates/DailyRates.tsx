/**
 * The screen of daily rates. This folder picks a provider's file, checks it in a worker and uploads
 * it; the rules of the check belong in core's `provider-files/`.
 */
import { type FormEvent, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { DialogNeeds, useKept } from '../../views/dialogs/DialogNeeds.tsx';
import { ListLinks } from '../../views/list/ListNeighbours.tsx';
import { PageTools } from '../../views/PageTools.tsx';
import { RefusedRows } from '../../views/RefusedRows.tsx';
import { RateReportView } from './RateReportView.tsx';
import { useRates } from './use-rates.ts';
import '../../views/table.css';
import '../../views/check-report/check-report.css';
import '../screen.css';
import './rates.css';

type Rates = ReturnType<typeof useRates>;

interface PartProps {
  readonly rates: Rates;
  readonly onAnew: () => void;
}

function Outcome({ rates: { view }, onAnew }: PartProps) {
  if (view.status !== 'done') return null;
  const { accepted, rejected } = view.output;
  return (
    <>
      <Notice tone="good" role="status">
        <Icon name="check" />
        {accepted} {accepted === 1 ? 'row was' : 'rows were'} taken
        {rejected.length > 0 ? '; these were not:' : '.'}
      </Notice>
      {rejected.length > 0 && <RefusedRows rows={rejected} />}
      <footer className="screen-foot">
        <button type="button" className="button primary" onClick={onAnew}>
          Upload another file
        </button>
      </footer>
    </>
  );
}

function Foot({ rates: { view, send, why }, onAnew }: PartProps) {
  const { retry, submit } = view.commands;
  const busy = view.status === 'pending' && view.busy;
  const said = why ?? (submit.allowed || retry.allowed || busy ? undefined : submit.reason.message);
  const off = busy || why !== undefined;
  return (
    <footer className="screen-foot">
      {said && (
        <p className="why" role="status" id="send-why">
          {said}
        </p>
      )}
      <button type="button" className="button" disabled={busy} onClick={onAnew}>
        Cancel
      </button>
      {retry.allowed ? (
        <button
          type="button"
          className="button primary"
          disabled={off}
          onClick={() => send({ type: 'retry' })}
        >
          Try again
        </button>
      ) : (
        <button
          type="submit"
          className="button primary"
          disabled={off || !submit.allowed}
          aria-describedby={said ? 'send-why' : undefined}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {view.data.submitLabel}
        </button>
      )}
    </footer>
  );
}

function UploadForm({ onAnew }: { readonly onAnew: () => void }) {
  const rates = useRates();
  const { view, send, answer, checking, accepted, accept, why } = rates;
  const needs = useKept(view);
  if (view.status === 'done') return <Outcome rates={rates} onAnew={onAnew} />;
  const busy = view.status === 'pending' && view.busy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (why === undefined) send({ type: 'submit' });
  };
  return (
    <form className="screen-form" noValidate onSubmit={submit}>
      <DialogNeeds
        view={view}
        needs={needs}
        disabled={busy}
        onEvent={(event) => {
          if (event.type === 'field.changed') answer(event.name, event.value);
        }}
      />
      <RateReportView checking={checking} accepted={accepted} onAccept={accept} />
      {view.data.rejected.length > 0 && <RefusedRows rows={view.data.rejected} />}
      <Foot rates={rates} onAnew={onAnew} />
    </form>
  );
}

/** Upload Daily Rates: checks a provider's file before sending it (RATE-01). */
export function DailyRates() {
  const [round, setRound] = useState(0);
  return (
    <div className="page">
      <div className="page-head">
        <h1>Upload Daily Rates</h1>
        <PageTools>
          <ListLinks definition={{ route: '/dailyrates' }} />
        </PageTools>
      </div>
      <section className="panel screen-panel" aria-label="Upload Daily Rates">
        <UploadForm key={round} onAnew={() => setRound(round + 1)} />
      </section>
    </div>
  );
}
