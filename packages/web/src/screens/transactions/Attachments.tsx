import {
  type AttachmentRequest,
  attachmentPorts,
  downloadWorkflow,
  MESSAGES,
  runWorkflow,
} from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';
import { AttachmentTile } from './AttachmentTile.tsx';
import type { ListedAttachment } from './use-thumbnail.ts';

/** Saves one file or all of them and reports the result; never saves part of a file (ERR-03). */
function useSave() {
  const { client } = usePortal();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const save = async (request: AttachmentRequest) => {
    setBusy(true);
    const ports = attachmentPorts(client, keepDownload('attachments.zip'));
    const end = await runWorkflow(downloadWorkflow(ports), { request });
    setBusy(false);
    if (end.status === 'done') toast('good', end.output.message, end.output.file.name);
    if (end.status === 'failed') toast('bad', end.error.message, end.error.detail);
  };
  return { busy, save };
}

interface AttachmentsProps {
  readonly transactionId: string;
  readonly attachments: readonly ListedAttachment[];
}

/** The attachments of a transaction (TXN-09). */
export function Attachments({ transactionId, attachments }: AttachmentsProps) {
  const { busy, save } = useSave();
  const none = attachments.length === 0;
  return (
    <section className="panel record-section">
      <div className="group-head">
        <h2>Attachments</h2>
        {!none && (
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void save({ transactionId })}
          >
            {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" />}
            Download all
          </button>
        )}
      </div>
      {none && <p className="quiet">{MESSAGES.transactions.noAttachments}</p>}
      {!none && (
        <ul className="attachments">
          {attachments.map((attachment, index) => (
            <AttachmentTile
              key={attachment.id ?? index}
              attachment={attachment}
              busy={busy}
              onSave={() => void save({ attachment })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
