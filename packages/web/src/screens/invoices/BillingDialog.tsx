import {
  type BillingData,
  type BillingOutcome,
  type BillingView,
  billingRunPorts,
  billingWords,
  billingWorkflow,
  type Draft,
  formatMoney,
  formatValue,
} from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { lastMonth } from '../../platform/last-month.ts';
import { usePortal } from '../../platform/portal-context.ts';
import { serviceDay } from '../../platform/service-day.ts';
import { DialogNeeds, useKept } from '../../views/dialogs/DialogNeeds.tsx';
import { useChoicesKeeper, useUnloadHold } from '../../views/form/use-draft.ts';
import '../../views/table.css';

interface BillingProps {
  /** What was chosen when a session ended (AUTH-09). */
  readonly kept: Draft | undefined;
  readonly onClose: () => void;
  /** Called when invoices were made. */
  readonly onMade: () => void;
}

/** The portal's style sheets are at their limit: what only this dialog has is said here. */
const FIELDS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))',
  gap: '14px 20px',
} as const;
const SCROLLS = { maxHeight: 'min(420px, 45dvh)', overflow: 'auto' } as const;

const HEADERS = ['Company', 'Lines', 'Total', 'Outcome'];

/** The record of an invoice that was made, else what became of the company. */
function Outcome({ outcome }: { readonly outcome: BillingOutcome }) {
  const { invoice_number: number, state } = outcome;
  if (state !== 'made' || number === undefined) return billingWords(outcome);
  return (
    <Link className="record-link" to={`/invoices/${encodeURIComponent(number)}/view`}>
      {number}
    </Link>
  );
}

const Row = ({ outcome }: { readonly outcome: BillingOutcome }) => (
  <tr>
    <th scope="row">{outcome.company}</th>
    <td className="figure">
      {outcome.lines === undefined ? '-' : formatValue('integer', outcome.lines)}
    </td>
    <td className="figure">
      {outcome.total ? `${formatMoney(outcome.total)} ${outcome.currency}` : outcome.currency}
    </td>
    <td style={{ whiteSpace: 'normal' }}>
      <Outcome outcome={outcome} />
    </td>
  </tr>
);

/** What would be billed, or what was, company by company. */
function Found({ data: { nothing, rows } }: { readonly data: BillingData }) {
  const { length } = nothing;
  return (
    <>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="panel" style={SCROLLS} aria-label="Invoices of the period" tabIndex={0}>
          <table className="table" aria-label="Invoices of the period">
            <thead>
              <tr>
                {HEADERS.map((label, at) => (
                  <th
                    key={label}
                    scope="col"
                    className={at === 1 || at === 2 ? 'figure' : undefined}
                  >
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((outcome) => (
                <Row key={`${outcome.company} ${outcome.currency}`} outcome={outcome} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {length > 0 && (
        <p className="quiet">
          {length === 1
            ? `${nothing[0]} has nothing unbilled.`
            : `${formatValue('integer', length)} companies have nothing unbilled.`}
        </p>
      )}
    </>
  );
}

const VERBS = { looking: 'Looking at', making: 'Making' } as const;

function Progress({ data, verb }: { readonly data: BillingData; readonly verb: string }) {
  const { stopping, total, tried } = data;
  return (
    <>
      <p role="status">
        {verb} {formatValue('integer', Math.min(tried + 1, total))} of{' '}
        {formatValue('integer', total)}
        {stopping ? ', stopping after this one …' : ' …'}
      </p>
      <progress
        style={{ width: '100%', accentColor: 'var(--accent)' }}
        aria-label={verb}
        max={total}
        value={tried}
      />
    </>
  );
}

interface FootProps {
  readonly view: BillingView;
  readonly form: string;
  readonly send: (event: { type: 'make' | 'stop' | 'retry' }) => void;
  readonly onClose: () => void;
}

/** One primary button: preview, then make. */
function Foot({ view, form, send, onClose }: FootProps) {
  const { commands, data } = view;
  const step = view.status === 'pending' ? view.step : 'failed';
  const busy = view.status === 'pending' && view.busy;
  const why =
    step === 'choosing' && !commands.preview.allowed ? commands.preview.reason.message : undefined;
  return (
    <footer className="dialog-foot">
      {why && <p className="why">{why}</p>}
      {commands.stop.allowed ? (
        <button type="button" className="button" onClick={() => send({ type: 'stop' })}>
          Stop
        </button>
      ) : (
        <button type="button" className="button" disabled={busy} onClick={onClose}>
          Close
        </button>
      )}
      {commands.retry.allowed && (
        <button type="button" className="button primary" onClick={() => send({ type: 'retry' })}>
          Try again
        </button>
      )}
      {step === 'made' && !commands.make.allowed && (
        <button type="submit" form={form} className="button">
          Preview Again
        </button>
      )}
      {(step === 'choosing' || step === 'loading' || step === 'looking') && (
        <button
          type="submit"
          form={form}
          className="button primary"
          disabled={!commands.preview.allowed}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          Preview
        </button>
      )}
      {(commands.make.allowed || step === 'making') && (
        <button
          type="button"
          className="button primary"
          disabled={!commands.make.allowed}
          onClick={() => send({ type: 'make' })}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {data.makeLabel}
        </button>
      )}
    </footer>
  );
}

/** Previews the invoices of a period, and makes exactly those (INV-14). */
export function BillingDialog({ kept, onClose, onMade }: BillingProps) {
  const { client } = usePortal();
  const form = useId();
  const [view, send] = useWorkflow(() => billingWorkflow(billingRunPorts(client)), {
    ...lastMonth(serviceDay()),
    ...kept,
    today: serviceDay(),
  });
  const needs = useKept(view);
  const { data } = view;
  const [offered] = useState(data.draft);
  useChoicesKeeper('billing', data.draft, kept !== undefined || data.draft !== offered);
  const step = view.status === 'pending' ? view.step : 'failed';
  const busy = view.status === 'pending' && view.busy;
  const making = step === 'making';
  useUnloadHold(making);
  const body = useRef<HTMLDivElement>(null);
  // What was pressed is gone: the keyboard goes on from what is shown instead (SHELL-13).
  useEffect(() => {
    if (step === 'previewed' || step === 'made') body.current?.focus();
  }, [step]);
  const made = data.rows.filter(({ state }) => state === 'made').length;
  const latest = useRef(onMade);
  useEffect(() => {
    latest.current = onMade;
  });
  useEffect(() => {
    if (made > 0 && !making) latest.current();
  }, [made, making]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'preview' });
  };
  return (
    <Dialog title="Bill a Period" wide onClose={() => making || onClose()}>
      <div ref={body} className="dialog-body" tabIndex={-1} aria-busy={step === 'loading'}>
        <form id={form} style={FIELDS} noValidate onSubmit={submit}>
          <DialogNeeds
            view={view}
            needs={needs}
            disabled={busy || view.status === 'failed'}
            onEvent={send}
          />
        </form>
        {data.warning && (
          <Notice tone="warn" role="status">
            <Icon name="warning" />
            <span>{data.warning}</span>
          </Notice>
        )}
        {(step === 'looking' || making) && (
          <Progress data={data} verb={VERBS[making ? 'making' : 'looking']} />
        )}
        {(step === 'previewed' || step === 'made' || making || (step === 'failed' && made > 0)) && (
          <>
            {!making && <p role="status">{data.summary}</p>}
            <Found data={data} />
          </>
        )}
      </div>
      <Foot view={view} form={form} send={send} onClose={onClose} />
    </Dialog>
  );
}
