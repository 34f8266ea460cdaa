import { type ActionDefinition, type AnyListed, can, type RowForm } from '@forecourt/core';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { PopMenu } from '../../parts/PopMenu.tsx';
import { useSession } from '../../platform/portal-context.ts';
import { useAction } from '../dialogs/use-action.ts';
import type { AnyRow } from './use-list.ts';

const BundleDialog = lazy(async () => ({
  default: (await import('../dialogs/BundleDialog.tsx')).BundleDialog,
}));
const ActionDialog = lazy(async () => ({
  default: (await import('../dialogs/ActionDialog.tsx')).ActionDialog,
}));
const PreviewDialog = lazy(async () => ({
  default: (await import('../dialogs/PreviewDialog.tsx')).PreviewDialog,
}));
const ListForm = lazy(async () => ({ default: (await import('./ListForm.tsx')).ListForm }));

interface RowMenuProps {
  readonly definition: AnyListed;
  readonly row: AnyRow;
  /** The row's name. */
  readonly name: string;
  readonly onChanged: () => void;
}

const iconOf = ({ file, name }: ActionDefinition): IconName => {
  if (name === 'email') return 'mail';
  if (name === 'reverse' || name === 'void') return 'undo';
  return file ? 'download' : 'check';
};

interface ToolProps {
  readonly label: string;
  readonly name: string;
  readonly icon: IconName;
  readonly busy?: boolean;
  readonly onClick: () => void;
}

const Tool = ({ label, name, icon, busy = false, onClick }: ToolProps) => (
  <button
    type="button"
    className="button plain square row-action"
    title={label}
    aria-disabled={busy || undefined}
    onClick={() => busy || onClick()}
  >
    {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name={icon} />}
    <span className="unseen">
      {label} {name}
    </span>
  </button>
);

/** A row's further actions and its file, and under More the forms that it opens (LIST-11). */
export function RowMenu({ definition, row, name, onChanged }: RowMenuProps) {
  const access = useSession()?.access;
  const { busy, run } = useAction(definition, onChanged);
  const [open, setOpen] = useState<RowForm<AnyRow> | ActionDefinition | 'bundle'>();
  const { actions = [], bundle, rowForms = [] } = definition;
  const close = () => setOpen(undefined);
  const refused =
    open && typeof open === 'object' && 'provided' in open ? open.refuse?.(row) : undefined;
  const offered = actions.filter(
    ({ action, offered: fits, on }) =>
      on === 'row' && can(access, action).allowed && fits?.(row) !== false,
  );
  const forms = rowForms.filter(({ action }) => can(access, action).allowed);
  const files = bundle && can(access, bundle.action).allowed;
  return (
    <>
      {offered.map((action) => (
        <Tool
          key={action.name}
          label={action.label}
          name={name}
          icon={iconOf(action)}
          busy={busy}
          onClick={() =>
            action.fields.length > 0 || action.preview
              ? setOpen(action)
              : void run(action, [definition.id(row)])
          }
        />
      ))}
      {files && (
        <Tool label={bundle.label} name={name} icon="download" onClick={() => setOpen('bundle')} />
      )}
      {forms.length > 0 && (
        <PopMenu label={`More for ${name}`}>
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
      )}
      <Suspense>
        {open === 'bundle' && bundle && (
          <BundleDialog
            definition={definition}
            bundle={bundle}
            keys={[bundle.key(row)]}
            onClose={close}
          />
        )}
        {open && open !== 'bundle' && 'call' in open && open.preview && (
          <PreviewDialog
            definition={definition}
            action={open}
            ids={[definition.id(row)]}
            onClose={close}
            onDone={onChanged}
          />
        )}
        {open && open !== 'bundle' && 'call' in open && !open.preview && (
          <ActionDialog
            definition={definition}
            action={open}
            ids={[definition.id(row)]}
            row={row}
            onClose={close}
            onDone={onChanged}
          />
        )}
        {open && open !== 'bundle' && !('call' in open) && refused !== undefined && (
          <Dialog title={open.label} onClose={close}>
            <p className="dialog-body">{refused}</p>
          </Dialog>
        )}
        {open && open !== 'bundle' && !('call' in open) && refused === undefined && (
          <ListForm
            resource={open.resource}
            provided={open.provided(row)}
            onClose={close}
            onSaved={onChanged}
          />
        )}
      </Suspense>
    </>
  );
}
