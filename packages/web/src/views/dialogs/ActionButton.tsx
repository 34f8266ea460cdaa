import type { ActionDefinition, AnyListed } from '@forecourt/core';
import { useState } from 'react';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { useToast } from '../../shell/Toasts.tsx';
import { useAction } from './use-action.ts';

const ActionDialog = dialogOnDemand(() => import('./ActionDialog.tsx'), 'ActionDialog');

interface ActionButtonProps {
  readonly definition: AnyListed;
  readonly action: ActionDefinition;
  readonly ids: readonly string[];
  readonly icon: IconName;
  readonly className?: string;
  readonly onDone: () => void;
}

/** Runs an action on the selected rows, one row or none; opens a dialog if the action has fields. */
export function ActionButton(props: ActionButtonProps) {
  const { definition, action, ids, icon, className = 'button', onDone } = props;
  const toast = useToast();
  const { busy, run } = useAction(definition, onDone);
  const [open, setOpen] = useState(false);
  const asks = action.fields.length > 0;
  const press = () => {
    if (busy) return;
    if (!asks) return void run(action, ids);
    if (action.on !== 'list' && ids.length === 0) return toast('warn', action.texts.none ?? '');
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-disabled={busy}
        onClick={press}
        {...(asks && ActionDialog.near)}
      >
        {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name={icon} />}
        {action.label}
        {action.on === 'selection' && ids.length > 0 && <span className="count">{ids.length}</span>}
      </button>
      {open && (
        <ActionDialog
          definition={definition}
          action={action}
          ids={ids}
          onClose={() => setOpen(false)}
          onDone={onDone}
        />
      )}
    </>
  );
}
