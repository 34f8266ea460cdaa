import {
  type AnyListed,
  type BulkData,
  type BulkDefinition,
  type BulkEvent,
  type BulkView,
  bulkPorts,
  bulkWorkflow,
  type PickedRow,
  persist,
  resume,
  type WorkflowRun,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { timeOf } from '../../platform/time-of.ts';
import { RestoredNotice } from '../form/FormNotice.tsx';
import { useDialogKeeper, useHold, useUnloadHold } from '../form/use-draft.ts';
import { useUnsaved } from '../form/use-unsaved.tsx';
import { ReportList, ReportTools } from './BulkReport.tsx';
import { DialogNeeds } from './DialogNeeds.tsx';
import { forgetReport, type KeptRun, keepReport } from './kept-report.ts';
import './bulk.css';

interface BulkDialogProps {
  readonly definition: AnyListed;
  readonly bulk: BulkDefinition;
  readonly rows: readonly PickedRow[];
  /** A run that this tab kept: its report to be shown again, or its input to continue with (AUTH-09). */
  readonly saved?: KeptRun | undefined;
  /** Called with the ids that can be tried again, when the run has ended. */
  readonly onLeft: (ids: readonly string[]) => void;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

interface RunProps extends BulkDialogProps {
  /** Set for a run that takes back what another one did: pressing Undo was the answer to its question. */
  readonly undoes?: boolean;
  readonly onUndo: ((rows: readonly PickedRow[]) => void) | undefined;
}

/** Asks before a run on its way is left. If the run ends meanwhile, its report replaces the question. */
function LeaveRun({ data: { total, tried } }: { readonly data: BulkData }) {
  const { state, proceed, reset } = useHold(true);
  if (state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave while this is running?"
      message={`${tried} of ${total} have had their turn. If you leave, the rest isn’t done. The report is here when you come back.`}
      accept="Leave"
      reject="Stay"
      onAccept={() => proceed()}
      onReject={() => reset()}
    />
  );
}

/**
 * Asks, changes the selected rows one after another, and reports what was left and why (LIST-15). What was done can be
 * taken back from the report, by the opposite change of those rows in the versions that it made.
 */
export function BulkDialog(props: BulkDialogProps) {
  const [undone, setUndone] = useState<{ bulk: BulkDefinition; rows: readonly PickedRow[] }>();
  const shown = undone?.bulk ?? props.bulk;
  const opposite = props.definition.bulk?.find(({ name }) => name === shown.undo?.by);
  return (
    <Run
      key={undone ? 'undo' : 'do'}
      {...props}
      {...(undone && { ...undone, saved: undefined, undoes: true })}
      onUndo={opposite && !undone ? (rows) => setUndone({ bulk: opposite, rows }) : undefined}
    />
  );
}

/** The dialog of one run: its question, its progress, its report. */
function Run(props: RunProps) {
  const { bulk, definition, onUndo, undoes = false } = props;
  const { data, end, leave, madeAt, question, send, step, view } = useRun(props);
  const body = useRef<HTMLDivElement>(null);
  // What was pressed is gone: the keyboard goes on from what is shown instead (SHELL-13).
  useEffect(() => {
    if (step !== 'confirming') body.current?.focus();
  }, [step]);
  // Undo was the answer to the question already.
  const asks = step === 'confirming' && !undoes;
  return (
    <>
      {step === 'running' && <LeaveRun data={data} />}
      <Dialog
        title={undoes ? `Undo: ${data.title}` : data.title}
        onClose={() => step === 'running' || leave()}
      >
        <div ref={body} className="dialog-body" tabIndex={-1}>
          {step === 'confirming' && props.saved && data.dirty && <RestoredNotice />}
          {step === 'confirming' && <Question view={view} send={send} asks={asks} />}
          {step === 'running' && <RunProgress data={data} />}
          {step === 'reporting' && madeAt && (
            <p className="quiet">Report of {timeOf(new Date(madeAt))}</p>
          )}
          {step === 'reporting' && <ReportList report={data} noun={definition.noun[1]} />}
        </div>
        <footer className="dialog-foot">
          {asks && <QuestionTools view={view} send={send} onLeave={leave} />}
          {step === 'running' && <RunTools view={view} send={send} />}
          {step === 'reporting' && (
            <>
              {onUndo && data.undo.length > 0 && (
                <button type="button" className="button" onClick={() => onUndo(data.undo)}>
                  <Icon name="undo" />
                  Undo
                </button>
              )}
              <ReportTools
                report={data}
                name={`${bulk.name}-report.csv`}
                onAgain={() => send({ type: 'again' })}
              />
              <button type="button" className="button primary" onClick={end}>
                Close
              </button>
            </>
          )}
        </footer>
        {question}
      </Dialog>
    </>
  );
}

/** The run of the workflow, begun anew or resumed, kept in this tab, and reported to the list when it has ended. */
function useRun(props: RunProps) {
  const { bulk, definition, rows, saved, undoes = false, onClose } = props;
  const { client } = usePortal();
  const [view, send, run] = useWorkflow(
    () => {
      const workflow = bulkWorkflow(bulkPorts(client, definition, bulk, { asks: true }));
      return saved ? resume(workflow, saved.run) : workflow;
    },
    { rows },
  );
  useEffect(() => {
    if (undoes) send({ type: 'confirm' });
    // Only the row on its way when the tab was left: its outcome is asked for, the others were not wanted.
    if (saved) send({ type: 'stop' });
  }, [undoes, saved, send]);
  const madeAt = useKeptReport(run, props);
  const { data } = view;
  useDialogKeeper(
    { dirty: data.dirty, save: () => persist(run) },
    {
      bulk: bulk.name,
      picked: data.rows.map(({ id, label }) => ({ id, ...(label && { label }) })),
    },
  );
  const step = view.status === 'pending' ? view.step : 'reporting';
  useUnloadHold(step === 'reporting' && data.left.length > 0);
  useReported(step, data, props);
  const end = () => {
    forgetReport(definition);
    onClose();
  };
  const { leave, question } = useUnsaved(view, end);
  return { data, end, leave, madeAt: saved?.at ? madeAt : undefined, question, send, step, view };
}

/** Keeps the run in this tab as it goes on. Returns when its report was made, once it was. */
function useKeptReport(
  run: WorkflowRun<BulkView, BulkEvent>,
  { bulk, definition, saved }: RunProps,
): string | undefined {
  const madeAt = useRef(saved?.at || undefined);
  useEffect(() => {
    const keep = () => {
      const kept = persist(run);
      if (kept.state !== 'next' && kept.state !== 'reporting') return;
      const leftToDo = kept.state === 'next' || run.view.data.toTry.length > 0;
      // What was over when it was kept is as old as it was then.
      if (kept.state === 'next') madeAt.current = undefined;
      else madeAt.current ??= new Date().toISOString();
      keepReport(definition, bulk, { run: kept, leftToDo, at: madeAt.current ?? '' });
    };
    keep();
    const { unsubscribe } = run.actor.subscribe(keep);
    return unsubscribe;
  }, [definition, bulk, run]);
  return madeAt.current;
}

/** Informs the list once of what is left to try, and that rows have changed. */
function useReported(step: string, data: BulkData, { onChanged, onLeft }: RunProps): void {
  const latest = useRef({ onChanged, onLeft, data });
  useEffect(() => {
    latest.current = { onChanged, onLeft, data };
  });
  useEffect(() => {
    if (step !== 'reporting') return;
    const { data: ended, onChanged, onLeft } = latest.current;
    onLeft(ended.toTry.map(({ id }) => id));
    onChanged();
  }, [step]);
}

interface StepProps {
  readonly view: BulkView;
  readonly send: (event: BulkEvent) => void;
}

/** What was sent before is looked up first; without a question only that is shown. */
function Question({ view, send, asks }: StepProps & { readonly asks: boolean }) {
  const { question, warning } = view.data;
  const pending = view.status === 'pending' ? view : undefined;
  return (
    <>
      {pending?.busy && (
        <p role="status" className="quiet">
          Looking up what was sent before …
        </p>
      )}
      {asks && (
        <>
          {warning !== undefined && <p role="alert">{warning}</p>}
          <p>{question}</p>
          <DialogNeeds view={view} needs={pending?.needs ?? []} disabled={false} onEvent={send} />
        </>
      )}
    </>
  );
}

function QuestionTools({ view, send, onLeave }: StepProps & { readonly onLeave: () => void }) {
  return (
    <>
      <button type="button" className="button" onClick={onLeave}>
        Cancel
      </button>
      <button
        type="button"
        className="button primary"
        disabled={!view.commands.confirm.allowed}
        onClick={() => send({ type: 'confirm' })}
      >
        {view.data.submitLabel}
      </button>
    </>
  );
}

function RunProgress({ data }: { readonly data: BulkData }) {
  return (
    <>
      <p role="status">
        {data.tried} of {data.total}
        {data.stopping ? ', stopping after this one …' : ' …'}
      </p>
      <progress
        className="bulk-progress"
        aria-label={data.title}
        max={data.total}
        value={data.tried}
      />
    </>
  );
}

function RunTools({ view, send }: StepProps) {
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={!view.commands.stop.allowed}
        onClick={() => send({ type: 'stop' })}
      >
        Stop
      </button>
      {/* Stays where it was, so that a second press does nothing. */}
      <button type="button" className="button primary" disabled>
        <span className="spinner" aria-hidden="true" />
        {view.data.submitLabel}
      </button>
    </>
  );
}
