import { can } from '@forecourt/core';
import { useState } from 'react';
import { useSession } from '../../platform/portal-context.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { useKeptChoices } from '../../views/form/use-draft.ts';
import type { ListToolsProps } from '../../views/slots.ts';

const BillingDialog = dialogOnDemand(() => import('./BillingDialog.tsx'), 'BillingDialog');

/** Bill a Period, for users who may create invoices (INV-14). */
export function BillingTools({ onChanged }: ListToolsProps) {
  const access = useSession()?.access;
  const [kept, setKept] = useState(useKeptChoices('billing'));
  const [open, setOpen] = useState(kept !== undefined);
  const close = () => {
    setOpen(false);
    setKept(undefined);
  };
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
      {open && <BillingDialog kept={kept} onClose={close} onMade={onChanged} />}
    </>
  );
}
