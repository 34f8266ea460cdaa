import type { AnyListed } from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { useToast } from '../../shell/Toasts.tsx';

interface ExportButtonProps {
  readonly definition: AnyListed;
  readonly ids: readonly string[];
}

/** Saves the selected rows as a file and reports the result (TXN-03, CARD-04). */
export function ExportButton({ definition, ids }: ExportButtonProps) {
  const { client } = usePortal();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const offered = definition.export;
  if (!offered) return null;
  const run = async () => {
    setBusy(true);
    const { runExport } = await import('./run-export.ts');
    const end = await runExport(client, definition, ids);
    setBusy(false);
    if (end.status === 'done') return toast('good', end.output.message, end.output.file.name);
    if (end.status !== 'failed') return;
    const { code, message, detail } = end.error;
    toast(code === 'nothing_selected' ? 'warn' : 'bad', message, detail);
  };
  return (
    <button
      type="button"
      className="button"
      aria-disabled={busy}
      onClick={() => !busy && void run()}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" />}
      {offered.label}
      {ids.length > 0 && <span className="count">{ids.length}</span>}
    </button>
  );
}
