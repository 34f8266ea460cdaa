import { type AnyListed, can, type RowForm } from '@forecourt/core';
import { lazy, Suspense, useState } from 'react';
import { PopMenu } from '../../parts/PopMenu.tsx';
import { useSession } from '../../platform/portal-context.ts';
import { useAction } from '../dialogs/use-action.ts';
import type { AnyRow } from './use-list.ts';

const BundleDialog = lazy(async () => ({
  default: (await import('../dialogs/BundleDialog.tsx')).BundleDialog,
}));
const ListForm = lazy(async () => ({ default: (await import('./ListForm.tsx')).ListForm }));

interface RowMenuProps {
  readonly definition: AnyListed;
  readonly row: AnyRow;
  /** What to call the row. */
  readonly name: string;
  readonly onChanged: () => void;
}

/** What else is done with one row: actions, its file, forms of other resources (LIST-11). */
export function RowMenu({ definition, row, name, onChanged }: RowMenuProps) {
  const access = useSession()?.access;
  const { busy, run } = useAction(definition, onChanged);
  const [open, setOpen] = useState<RowForm<AnyRow> | 'bundle'>();
  const { actions = [], bundle, rowForms = [] } = definition;
  const close = () => setOpen(undefined);
  const offered = actions.filter(({ action, on }) => on === 'row' && can(access, action).allowed);
  const forms = rowForms.filter(({ action }) => can(access, action).allowed);
  const files = bundle && can(access, bundle.action).allowed;
  if (offered.length === 0 && forms.length === 0 && !files) return null;
  return (
    <>
      <PopMenu label={`More for ${name}`} busy={busy}>
        {offered.map((action) => (
          <button
            key={action.name}
            type="button"
            className="menu-item"
            onClick={() => void run(action, [definition.id(row)])}
          >
            {action.label}
          </button>
        ))}
        {files && (
          <button type="button" className="menu-item" onClick={() => setOpen('bundle')}>
            {bundle.label}
          </button>
        )}
        {forms.map((form) => (
          <button
            key={form.label}
            type="button"
            className="menu-item"
            onClick={() => setOpen(form)}
          >
            {form.label}
          </button>
        ))}
      </PopMenu>
      <Suspense>
        {open === 'bundle' && bundle && (
          <BundleDialog
            definition={definition}
            bundle={bundle}
            keys={[bundle.key(row)]}
            onClose={close}
          />
        )}
        {open && open !== 'bundle' && (
          <ListForm
            resource={open.resource}
            given={open.given(row)}
            onClose={close}
            onSaved={onChanged}
          />
        )}
      </Suspense>
    </>
  );
}
