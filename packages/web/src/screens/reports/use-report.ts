import { actionPorts, actionWorkflow, type Draft, generateReport } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useEffect, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { keepDownload } from '../../platform/save-file.ts';
import { useToast } from '../../shell/Toasts.tsx';

/** Runs a report: its questions, progress and result (REP-01). */
export function useReport(provided: Draft) {
  const { client } = usePortal();
  const toast = useToast();
  const [bytes, setBytes] = useState(0);
  const [view, send] = useWorkflow(
    () => {
      const keep = keepDownload('report');
      const ports = actionPorts(client, { name: 'reports' }, generateReport, (download, tools) =>
        keep(download, { ...tools, onProgress: (progress) => setBytes(progress.bytes) }),
      );
      return actionWorkflow<string>(ports);
    },
    { provided },
  );
  useEffect(() => {
    if (view.status === 'failed') toast('bad', view.error.message, view.error.detail);
    if (view.status === 'done') toast('good', view.output.message, view.output.file?.name);
  }, [view, toast]);
  return { view, send, bytes };
}
