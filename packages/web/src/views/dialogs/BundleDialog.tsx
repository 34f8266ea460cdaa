import {
  type AnyListed,
  type BundleDefinition,
  bundlePorts,
  downloadWorkflow,
  routeReference,
  startWorkflow,
} from '@forecourt/core';
import { useEffect, useId, useRef, useState } from 'react';
import { sizeText } from '../../fields/FileDrop.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';

// biome-ignore lint/suspicious/noExplicitAny: rows of an unknown resource
type AnyBundle = BundleDefinition<any>;

interface BundleDialogProps {
  readonly definition: AnyListed;
  readonly bundle: AnyBundle;
  readonly keys: readonly string[];
  readonly onClose: () => void;
}

/** Fetches the files and saves them as one; saves nothing when stopped. */
function useBundle({ definition, bundle, keys, onClose }: BundleDialogProps) {
  const { client } = usePortal();
  const toast = useToast();
  const [bytes, setBytes] = useState<number>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const start = async (type: string) => {
    const ports = bundlePorts(client, definition, type, keepDownload(bundle.fileName(type)));
    const run = startWorkflow(downloadWorkflow(ports), {
      input: { request: { keys: keys.map((key) => routeReference(definition, key)) } },
    });
    stop.current = () => run.send({ type: 'cancel' });
    setBytes(0);
    run.subscribe(({ data }) => setBytes(data.progress.bytes));
    const end = await run.until(({ status }) => status !== 'pending');
    run.stop();
    stop.current = undefined;
    setBytes(undefined);
    if (end.status === 'failed') {
      const { code, message, detail } = end.error;
      toast(code === 'nothing_selected' ? 'warn' : 'bad', message, detail);
    }
    if (end.status !== 'done') return;
    toast('good', end.output.message, end.output.file.name);
    onClose();
  };
  return { bytes, start, stop: () => stop.current?.() };
}

/** 'Export selected invoices to a ZIP file': chooses a format and saves (INV-10). */
export function BundleDialog(props: BundleDialogProps) {
  const { bundle, keys, onClose } = props;
  const [type, setType] = useState(bundle.types[0]?.key ?? '');
  const { bytes, start, stop } = useBundle(props);
  const id = useId();
  const busy = bytes !== undefined;
  return (
    <Dialog title={bundle.title} onClose={() => busy || onClose()}>
      <div className="dialog-body">
        <p className="notice warn">
          <Icon name="info" />
          {bundle.warning}
        </p>
        <fieldset className="choices" disabled={busy}>
          <legend className="label">File type</legend>
          {bundle.types.map(({ key, value }) => (
            <label key={key}>
              <input
                type="radio"
                name={id}
                value={key}
                checked={type === key}
                onChange={() => setType(key)}
              />
              {value}
            </label>
          ))}
        </fieldset>
        <p className="quiet" role="status">
          {busy
            ? `${sizeText(bytes)} received …`
            : `${keys.length === 1 ? 'One is' : `${keys.length} are`} chosen.`}
        </p>
      </div>
      <footer className="dialog-foot">
        {busy ? (
          <button type="button" className="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="button" className="button" onClick={onClose}>
            {bundle.closeLabel}
          </button>
        )}
        <button
          type="button"
          className="button primary"
          disabled={busy}
          onClick={() => void start(type)}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {bundle.submitLabel}
        </button>
      </footer>
    </Dialog>
  );
}
