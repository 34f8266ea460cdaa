import { type ActionDefinition, type AnyListed, can, type RowForm } from '@forecourt/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { PopMenu } from '../../parts/PopMenu.tsx';
import { useSession } from '../../platform/portal-context.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { useAction } from '../dialogs/use-action.ts';
import type { AnyRow } from './use-list.ts';

const Dialog = dialogOnDemand(() => import('../../parts/Dialog.tsx'), 'Dialog');
const BundleDialog = dialogOnDemand(() => import('../dialogs/BundleDialog.tsx'), 'BundleDialog');
const ActionDialog = dialogOnDemand(() => import('../dialogs/ActionDialog.tsx'), 'ActionDialog');
const PreviewDialog = dialogOnDemand(() => import('../dialogs/PreviewDialog.tsx'), 'PreviewDialog');
const ListForm = dialogOnDemand(() => import('./ListForm.tsx'), 'ListForm');

interface RowMenuProps {
  readonly definition: AnyListed;
  readonly row: AnyRow;
  /** The row's name. */
  readonly name: string;
  /** Each form has a button of its own: a record's page has room, and no second menu on a phone. */
  readonly spread?: boolean;
  readonly onChanged: () => void;
}

const ICONS: Readonly<Record<string, IconName>> = {
  email: 'mail',
  reverse: 'undo',
  void: 'undo',
  explain: 'note',
  dismiss: 'close',
  reopen: 'undo',
};

const iconOf = ({ file, name }: ActionDefinition): IconName =>
  ICONS[name] ?? (file ? 'download' : 'check');

interface ToolProps {
  readonly label: string;
  readonly name: string;
  readonly icon: IconName;
  readonly busy?: boolean;
  /** Handlers that load the dialog ahead. */
  readonly near?: object;
  readonly onClick: () => void;
}

/** What has the focus of a button that is no longer offered: its row, or the first control there. */
function inPlaceOf(button: HTMLElement | null): HTMLElement | null {
  const row = button?.closest('tr') ?? null;
  if (row === null || row.tabIndex >= 0) return row ?? document.querySelector('main');
  return row.querySelector<HTMLElement>('a[href], button');
}

/** Keeps the focus in the row if the button that has it goes: a payment is reversed once. */
function useFocusAfter() {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own !== document.activeElement) return;
      // The row may go with its button: what remains is the table.
      const places = [inPlaceOf(own), own?.closest<HTMLElement>('.table-frame')];
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        places.find((place) => place?.isConnected)?.focus();
      });
    };
  }, []);
  return button;
}

const Tool = ({ label, name, icon, busy = false, near, onClick }: ToolProps) => (
  <button
    ref={useFocusAfter()}
    type="button"
    className="button plain square row-action"
    title={label}
    aria-disabled={busy || undefined}
    onClick={() => busy || onClick()}
    {...near}
  >
    {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name={icon} />}
    <span className="unseen">
      {label} {name}
    </span>
  </button>
);

/** A row's further actions and its file, and under More the forms that it opens (LIST-11). */
export function RowMenu({ definition, row, name, spread = false, onChanged }: RowMenuProps) {
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
  const openers = forms.map((form) => (
    <button
      key={form.label}
      type="button"
      className={spread ? 'button' : 'menu-item'}
      onClick={() => setOpen(form)}
      {...ListForm.near}
    >
      {form.label}
    </button>
  ));
  return (
    <>
      {offered.map((action) => (
        <Tool
          key={action.name}
          label={action.label}
          name={name}
          icon={iconOf(action)}
          busy={busy}
          near={action.preview ? PreviewDialog.near : ActionDialog.near}
          onClick={() =>
            action.fields.length > 0 || action.preview
              ? setOpen(action)
              : void run(action, [definition.id(row)])
          }
        />
      ))}
      {files && (
        <Tool
          label={bundle.label}
          name={name}
          icon="download"
          near={BundleDialog.near}
          onClick={() => setOpen('bundle')}
        />
      )}
      {spread && openers}
      {!spread && forms.length > 0 && <PopMenu label={`More for ${name}`}>{openers}</PopMenu>}
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
          <footer className="dialog-foot">
            <button type="button" className="button" onClick={close}>
              Close
            </button>
          </footer>
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
    </>
  );
}
