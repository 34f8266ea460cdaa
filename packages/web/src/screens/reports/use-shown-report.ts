import { type Draft, type ReportAsked, reportPorts, reportWorkflow } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { shownAsked } from './report-choices.ts';

/** Runs the report on screen (REP-02). */
export function useShownReport(first: Draft) {
  const { client } = usePortal();
  const [view, send] = useWorkflow(() => reportWorkflow(reportPorts(client)), shownAsked(first));
  const [choose] = useState(() => {
    let before = JSON.stringify(shownAsked(first));
    return (asked: ReportAsked) => {
      const now = JSON.stringify(asked);
      if (now === before) return;
      before = now;
      send({ type: 'choose', asked });
    };
  });
  return { view, choose, onRetry: () => send({ type: 'retry' }) };
}

export type ShownReport = ReturnType<typeof useShownReport>;
