import { can, emailReport, type ReportAsked } from '@forecourt/core';
import { useState } from 'react';
import { useSession } from '../../platform/portal-context.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';

const ReportEmailDialog = dialogOnDemand(
  () => import('./ReportEmailDialog.tsx'),
  'ReportEmailDialog',
);

/** Send by E-mail: the report that is on screen, for users who may send it (REP-03). */
export function ReportEmail({ asked }: { readonly asked: ReportAsked }) {
  const access = useSession()?.access;
  const [open, setOpen] = useState(false);
  if (!can(access, emailReport.action).allowed) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => setOpen(true)}
        {...ReportEmailDialog.near}
      >
        Send by E-mail
      </button>
      {open && <ReportEmailDialog asked={asked} onClose={() => setOpen(false)} />}
    </>
  );
}
