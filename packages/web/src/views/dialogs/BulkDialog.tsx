import {
  type AnyListed,
  type BulkData,
  type BulkDefinition,
  bulkPorts,
  bulkWorkflow,
  type PickedRow,
  persist,
  resume,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { useHold, useUnloadHold } from '../form/use-draft.ts';
import { useUnsaved } from '../form/use-unsaved.tsx';
import { ReportList, ReportTools } from './BulkReport.tsx';
import { DialogNeeds } from './DialogNeeds.tsx';
import { forgetReport, type KeptRun, keepReport } from './kept-report.ts';
import './bulk.css';

interface BulkDialogProps {
  readonly definition: AnyListed;
  readonly bulk: BulkDefinition;
  readonly rows: readonly PickedRow[];
  /** A run that this tab kept, to be shown again. */
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

/** '14:05', in the time of this machine; of another day 'Nov 23, 14:05'. */
function timeOf(at: string): string {
  const then = new Date(at);
  const today = then.toDateString() === new Date().toDateString();
  return then.toLocaleString('en-CA', {
    ...(!today && { month: 'short', day: 'numeric' }),
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
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

function Run(props: RunProps) {
  const {
    definition,
    bulk,
    rows,
    saved,
    undoes = false,
    onChanged,
    onClose,
    onLeft,
    onUndo,
  } = props;
  const { client } = usePortal();
  const [view, send, run] = useWorkflow(
    () => {
      const workflow = bulkWorkflow(bulkPorts(client, definition, bulk, { asks: true }));
      return saved ? resume(workflow, saved.run) : workflow;
    },
    { rows },
  );
  const { commands, data } = view;
  const needs = view.status === 'pending' ? view.needs : [];
  const step = view.status === 'pending' ? view.step : 'reporting';
  const looking = view.status === 'pending' && step === 'confirming' && view.busy;
  useEffect(() => {
    if (undoes) send({ type: 'confirm' });
  }, [undoes, send]);
  const madeAt = useRef(saved?.at || undefined);
  const body = useRef<HTMLDivElement>(null);
  // What was pressed is gone: the keyboard goes on from what is shown instead (SHELL-13).
  useEffect(() => {
    if (step !== 'confirming') body.current?.focus();
  }, [step]);
  const onEnd = () => {
    forgetReport(definition);
    onClose();
  };
  const { leave, question } = useUnsaved(view, onEnd);
  // Only the row on its way when the tab was left: its outcome is asked for, the others were not wanted.
  useEffect(() => {
    if (saved) send({ type: 'stop' });
  }, [saved, send]);
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
  useUnloadHold(step === 'reporting' && data.left.length > 0);
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
  return (
    <>
      {step === 'running' && <LeaveRun data={data} />}
      <Dialog
        title={undoes ? `Undo: ${data.title}` : data.title}
        onClose={() => step === 'running' || leave()}
      >
        <div ref={body} className="dialog-body" tabIndex={-1}>
          {saved && step === 'reporting' && madeAt.current && (
            <p className="quiet">Report of {timeOf(madeAt.current)}</p>
          )}
          {looking && (
            <p role="status" className="quiet">
              Looking up what was sent before …
            </p>
          )}
          {step === 'confirming' && !undoes && (
            <>
              {data.warning !== undefined && <p role="alert">{data.warning}</p>}
              <p>{data.question}</p>
              <DialogNeeds view={view} needs={needs} disabled={false} onEvent={send} />
            </>
          )}
          {step === 'running' && (
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
          )}
          {step === 'reporting' && <ReportList report={data} noun={definition.noun[1]} />}
        </div>
        <footer className="dialog-foot">
          {step === 'confirming' && !undoes && (
            <>
              <button type="button" className="button" onClick={leave}>
                Cancel
              </button>
              <button
                type="button"
                className="button primary"
                disabled={!commands.confirm.allowed}
                onClick={() => send({ type: 'confirm' })}
              >
                {data.submitLabel}
              </button>
            </>
          )}
          {step === 'running' && (
            <>
              <button
                type="button"
                className="button"
                disabled={!commands.stop.allowed}
                onClick={() => send({ type: 'stop' })}
              >
                Stop
              </button>
              {/* Stays where it was, so that a second press does nothing. */}
              <button type="button" className="button primary" disabled>
                <span className="spinner" aria-hidden="true" />
                {data.submitLabel}
              </button>
            </>
          )}
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
              <button type="button" className="button primary" onClick={onEnd}>
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
