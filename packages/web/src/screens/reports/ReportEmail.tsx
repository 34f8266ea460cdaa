import { can, emailReport, type ReportAsked } from '@forecourt/core';
import { useState } from 'react';
import { useSession } from '../../platform/portal-context.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { type KeptDialog, useKeptDialog } from '../../views/form/use-draft.ts';

const ReportEmailDialog = dialogOnDemand(
  () => import('./ReportEmailDialog.tsx'),
  'ReportEmailDialog',
);

/** Send by E-mail: the report that is on screen, for users who may send it (REP-03). */
export function ReportEmail({ asked }: { readonly asked: ReportAsked }) {
  const access = useSession()?.access;
  const kept = useKeptDialog();
  const [open, setOpen] = useState<Partial<KeptDialog> | undefined>(kept);
  if (!can(access, emailReport.action).allowed) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => setOpen({})}
        {...ReportEmailDialog.near}
      >
        Send by E-mail
      </button>
      {open && (
        <ReportEmailDialog asked={asked} saved={open.saved} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
