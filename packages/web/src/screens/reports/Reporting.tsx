import { type Draft, type ReportAsked, typedReport } from '@forecourt/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sizeText } from '../../fields/FileDrop.tsx';
import { CheckBox } from '../../fields/inputs.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Progress } from '../../parts/Progress.tsx';
import { partOnDemand } from '../../parts/part-on-demand.tsx';
import { DialogNeeds, useKept } from '../../views/dialogs/DialogNeeds.tsx';
import { useChoicesKeeper, useKeptChoices } from '../../views/form/use-draft.ts';
import { LeftOut } from '../../views/LeftOut.tsx';
import { choiceNeeds, columnsOf, columnsWith, draftOf, shownAsked } from './report-choices.ts';
import { useReport } from './use-report.ts';
import { type ShownReport, useShownReport } from './use-shown-report.ts';
import '../screen.css';

/** The form is there first: nothing is shown before a report is chosen. */
const ReportTables = partOnDemand(() => import('./ReportTables.tsx'), 'ReportTables');

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
  /** Shows these choices on screen. */
  readonly onChoice: (asked: ReportAsked) => void;
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

interface ColumnsProps {
  readonly draft: Draft;
  readonly disabled: boolean;
  readonly onChange: (columns: string) => void;
}

/** The columns to show, on screen and in files (REP-02). */
function Columns({ disabled, draft, onChange }: ColumnsProps) {
  const columns = columnsOf(draft);
  if (columns.length === 0) return null;
  return (
    <fieldset className="field flags" style={{ gridColumn: '1 / -1' }} disabled={disabled}>
      <legend className="label">Columns</legend>
      <div className="flag-row">
        {columns.map(({ key, label, on }) => (
          <label key={key}>
            <CheckBox
              name={label}
              checked={on}
              invalid={false}
              onChange={(checked) => onChange(columnsWith(draft, key, checked))}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ReportForm({ provided, onAnew, onChoice }: FormProps) {
  const report = useReport(provided);
  const { view, send, bytes } = report;
  const { draft } = view.data;
  const { format = '' } = draft;
  // The address has all others.
  useChoicesKeeper('report', { format }, format !== '');
  const needs = choiceNeeds(useKept(view), draft);
  const busy = view.status === 'pending' && view.busy;
  const choice = JSON.stringify(shownAsked(draft));
  useEffect(() => onChoice(JSON.parse(choice) as ReportAsked), [choice, onChoice]);
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
          onEvent={(event) => {
            if (event.type !== 'field.changed') return send(event);
            for (const [name, value] of draftOf(event)) {
              send({ type: 'field.changed', name, value });
            }
          }}
        />
        <Columns
          draft={draft}
          disabled={busy || view.status === 'done'}
          onChange={(value) => send({ type: 'field.changed', name: 'columns', value })}
        />
      </div>
      {busy && <Busy bytes={bytes} />}
      <Outcome view={view} />
      <Foot report={report} onAnew={onAnew} />
    </form>
  );
}

const NAMES = ['report_type', 'from', 'to', 'by', 'columns'] as const;

/**
 * The report's choices in the address, so that a link or the way back shows the same report. What of them can't be read
 * is left out, and said until something is chosen (LIST-14).
 */
function useChoicesInAddress() {
  const [params, setParams] = useSearchParams();
  const [typed] = useState(() =>
    typedReport(Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? '']))),
  );
  const [slips, setSlips] = useState(typed.issues);
  const [write] = useState(() => (asked: ReportAsked) => {
    if (JSON.stringify(asked) !== JSON.stringify(shownAsked(typed.asked))) setSlips([]);
    const texts = { ...asked, columns: asked.columns?.join(',') };
    const kept = NAMES.flatMap((name) => (texts[name] ? [[name, texts[name]]] : []));
    setParams(kept as [string, string][], { replace: true });
  });
  return { first: typed.asked, slips, write };
}

function useChoice({ choose }: ShownReport, write: (asked: ReportAsked) => void) {
  const [onChoice] = useState(() => (asked: ReportAsked) => {
    choose(asked);
    write(asked);
  });
  return onChoice;
}

/** Reporting: shows a report with the lists behind its figures (REP-02), and saves it as a file (REP-01). */
export function Reporting() {
  const { first, slips, write } = useChoicesInAddress();
  const kept = useKeptChoices('report');
  const shown = useShownReport(first);
  const onChoice = useChoice(shown, write);
  const [{ round, provided }, setRound] = useState<{ round: number; provided: Draft }>({
    round: 0,
    provided: { ...first, ...kept },
  });
  return (
    <div className="page">
      <div className="page-head">
        <h1>Reporting</h1>
      </div>
      <LeftOut slips={slips} />
      <section className="panel screen-panel" aria-label="Generate Report">
        <ReportForm
          key={round}
          provided={provided}
          onAnew={(next) => setRound({ round: round + 1, provided: next })}
          onChoice={onChoice}
        />
      </section>
      <ReportTables {...shown} />
    </div>
  );
}
