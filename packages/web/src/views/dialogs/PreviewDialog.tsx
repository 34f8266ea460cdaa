import {
  type ActionDefinition,
  type ActionPreview,
  type AnyListed,
  ApiError,
  previewAction,
} from '@forecourt/core';
import { useEffect, useState } from 'react';
import { Dialog } from '../../parts/Dialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { Facts } from './Facts.tsx';
import { useAction } from './use-action.ts';

interface PreviewDialogProps {
  readonly definition: AnyListed;
  readonly action: ActionDefinition;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type State = ActionPreview | { readonly refused: string } | undefined;

/** Loads what the action would do, or why the service would refuse it. */
function usePreview(action: ActionDefinition, ids: readonly string[]): State {
  const { client } = usePortal();
  const [state, setState] = useState<State>();
  const id = ids.join();
  useEffect(() => {
    const leaving = new AbortController();
    previewAction(client, action, id.split(','), leaving.signal).then(
      (preview) => setState(preview ?? { facts: [] }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setState({ refused: error instanceof ApiError ? error.message : String(error) });
      },
    );
    return () => leaving.abort();
  }, [client, action, id]);
  return state;
}

/** Shows what an action would do and runs it on confirmation (INV-13). */
export function PreviewDialog({ definition, action, ids, onClose, onDone }: PreviewDialogProps) {
  const state = usePreview(action, ids);
  const { busy, run } = useAction(definition, onDone);
  const refused = state && 'refused' in state ? state.refused : undefined;
  const send = async () => {
    await run(action, ids);
    onClose();
  };
  return (
    <Dialog title={action.title ?? action.label} onClose={() => busy || onClose()}>
      <div className="dialog-body">
        {state === undefined && <span className="spinner" aria-hidden="true" />}
        {refused !== undefined && <p role="alert">{refused}</p>}
        {state && 'facts' in state && (
          <>
            <Facts facts={state.facts} />
            {state.warning !== undefined && <p role="alert">{state.warning}</p>}
            <p>{action.preview?.question}</p>
          </>
        )}
      </div>
      <footer className="dialog-foot">
        <button type="button" className="button" disabled={busy} onClick={onClose}>
          {refused === undefined ? 'Cancel' : 'Close'}
        </button>
        {refused === undefined && (
          <button
            type="button"
            className="button primary"
            disabled={busy || state === undefined}
            onClick={() => void send()}
          >
            {busy && <span className="spinner" aria-hidden="true" />}
            {action.submitLabel ?? action.label}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
