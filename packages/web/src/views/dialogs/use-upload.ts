import { type Draft, type UploadDefinition, uploadPorts, uploadWorkflow } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useEffect, useRef } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { useToast } from '../../shell/Toasts.tsx';

/**
 * Runs an upload and reports its result once: a toast says that all is well. A failure and refused rows are where the
 * file was chosen, and stay there (FORM-08).
 */
export function useUpload(upload: UploadDefinition, onDone: () => void, provided?: Draft) {
  const { client } = usePortal();
  const toast = useToast();
  const [view, send] = useWorkflow(() => uploadWorkflow(uploadPorts(client, upload)), {
    ...(provided && { provided }),
  });
  const reported = useRef<string>(undefined);
  useEffect(() => {
    if (reported.current === view.status) return;
    reported.current = view.status;
    if (view.status !== 'done') return;
    if (view.output.rejected.length === 0) toast('good', view.output.message);
    onDone();
  }, [view, toast, onDone]);
  return [view, send] as const;
}
