import { can } from '@forecourt/core';
import { useState } from 'react';
import { useSession } from '../../platform/portal-context.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import type { ListToolsProps } from '../../views/slots.ts';

const BillingDialog = dialogOnDemand(() => import('./BillingDialog.tsx'), 'BillingDialog');

/** Bill a Period, for users who may create invoices (INV-14). */
export function BillingTools({ onChanged }: ListToolsProps) {
  const access = useSession()?.access;
  const [open, setOpen] = useState(false);
  if (!can(access, 'invoices.create').allowed) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => setOpen(true)}
        {...BillingDialog.near}
      >
        Bill a Period
      </button>
      {open && <BillingDialog onClose={() => setOpen(false)} onMade={onChanged} />}
    </>
  );
}
