import type { AccountSwitchView, Need } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ChoiceField } from '../../fields/ChoiceField.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { accountChange } from './account-change.ts';

type ChoiceNeed = Extract<Need, { kind: 'choice' }>;

/** Keeps the dropdown visible while the service is asked. */
function useChoice(view: AccountSwitchView): ChoiceNeed | undefined {
  const asked = 'needs' in view ? view.needs.find((need) => need.kind === 'choice') : undefined;
  const [kept, setKept] = useState(asked);
  if (asked && asked !== kept) setKept(asked);
  return asked ?? kept;
}

function Trouble({ view, need }: { view: AccountSwitchView; need: ChoiceNeed | undefined }) {
  const text = view.status === 'failed' ? view.error.message : !need?.loading && need?.locked;
  if (!text) return null;
  return (
    <Notice tone="bad" role="alert">
      <Icon name="warning" />
      <span>
        {text} {view.status === 'failed' && view.error.detail}
      </span>
    </Notice>
  );
}

/** Switch Profile: chooses a managed account (AUTH-06). */
export function SwitchDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = usePortal();
  const [{ enter, enterBare, workflow }] = useState(() => accountChange(client, 'to'));
  const [view, send] = useWorkflow(() => workflow, {});
  const need = useChoice(view);
  const form = useId();
  const done = view.status === 'done';
  const failed = view.status === 'failed';
  useEffect(() => {
    if (done) enter();
    if (failed) enterBare();
  }, [done, enter, enterBare, failed]);
  const { retry, submit } = view.commands;
  const busy = done || (view.status === 'pending' && view.step !== 'collecting');
  const answer = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  return (
    <Dialog title={view.data.title} onClose={onClose}>
      <form id={form} className="dialog-body" noValidate onSubmit={answer}>
        {need && (
          <ChoiceField
            need={need}
            disabled={busy || need.locked !== undefined}
            onChange={(value) => send({ type: 'field.changed', name: need.name, value })}
            onLeave={() => send({ type: 'field.left', name: need.name })}
          />
        )}
        <Trouble view={view} need={need} />
      </form>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        {retry.allowed ? (
          <button type="button" className="button primary" onClick={() => send({ type: 'retry' })}>
            Try again
          </button>
        ) : (
          <button
            type="submit"
            form={form}
            className="button primary"
            disabled={busy || !submit.allowed}
          >
            {busy && <span className="spinner" aria-hidden="true" />}
            {view.data.submitLabel}
          </button>
        )}
      </div>
    </Dialog>
  );
}
