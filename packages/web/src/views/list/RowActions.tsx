import type { AnyListed, Decision } from '@forecourt/core';
import { Link } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { partOnDemand } from '../../parts/part-on-demand.tsx';
import { useHere } from '../../platform/way-back.ts';
import { ROW_TOOLS } from '../slots.ts';
import type { AnyRow } from './use-list.ts';

const RowMenu = partOnDemand(() => import('./RowMenu.tsx'), 'RowMenu', {
  waiting: () => <span className="button plain square" />,
  silent: true,
});

/** What this account may do with a row (LIST-11). */
export interface RowTools {
  readonly any: boolean;
  readonly view: boolean;
  readonly edit: boolean;
  readonly remove: boolean;
  readonly onEdit: ((id: string) => void) | undefined;
  readonly onRemove: (id: string) => void;
  readonly onChanged: () => void;
}

/** Whether rows of this list have more actions than view, edit and delete. */
export const hasRowMenu = ({ actions = [], bundle, rowForms = [] }: AnyListed): boolean =>
  bundle !== undefined || rowForms.length > 0 || actions.some(({ on }) => on === 'row');

/** The code of a row's buttons; rows wait for it, because a button that moves is pressed by mistake. */
export const rowParts = (definition: AnyListed) => [
  ...(hasRowMenu(definition) ? [RowMenu] : []),
  ...[ROW_TOOLS[definition.name] ?? []].flat(),
];

/** Which of a row's buttons appear, from the definition and the account's rights. */
export function toolsOf(
  definition: AnyListed,
  actions: Readonly<Record<string, Decision>>,
  handlers: Pick<RowTools, 'onEdit' | 'onRemove' | 'onChanged'>,
): RowTools {
  const may = (verb: string) => actions[verb]?.allowed === true;
  const view = definition.record !== undefined && may('view');
  const edit = may('edit');
  const remove = may('delete');
  const more = hasRowMenu(definition) || ROW_TOOLS[definition.name] !== undefined;
  return { ...handlers, view, edit, remove, any: view || edit || remove || more };
}

/** A row's name in the labels of its buttons. */
export const nameOf = ({ noun, routeId, id }: AnyListed, row: AnyRow): string =>
  `${noun[0]} ${routeId?.(row) || id(row)}`;

interface RowActionsProps {
  readonly definition: AnyListed;
  readonly row: AnyRow;
  readonly tools: RowTools;
}

function RowLink({
  definition,
  row,
  to,
  opens,
}: Omit<RowActionsProps, 'tools'> & { to: 'view' | 'edit'; opens: boolean }) {
  const here = useHere();
  const id = definition.routeId?.(row) || definition.id(row);
  const label = to === 'view' ? 'View' : 'Edit';
  return (
    <Link
      className="button plain square row-action"
      to={`${definition.route}/${encodeURIComponent(id)}/${to}`}
      state={here}
      title={label}
      data-opens={opens || undefined}
    >
      <Icon name={to === 'view' ? 'eye' : 'pencil'} />
      <span className="unseen">
        {label} {nameOf(definition, row)}
      </span>
    </Link>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly name: string;
  readonly icon: 'pencil' | 'trash';
  readonly opens?: boolean;
  readonly onClick: () => void;
}

const RowButton = ({ label, name, icon, opens, onClick }: RowButtonProps) => (
  <button
    type="button"
    className="button plain square row-action"
    title={label}
    data-opens={opens || undefined}
    onClick={onClick}
  >
    <Icon name={icon} />
    <span className="unseen">
      {label} {name}
    </span>
  </button>
);

/** A row's buttons, limited to those this account may use. */
export function RowActions({ definition, row, tools }: RowActionsProps) {
  const { view, edit, remove, onEdit, onRemove, onChanged } = tools;
  const id = definition.id(row);
  // A row without an id can't be addressed at the service.
  if (id === '') return null;
  const name = nameOf(definition, row);
  const Own = ROW_TOOLS[definition.name];
  return (
    <div className="row-actions">
      {Own && <Own row={row} name={name} />}
      {view && <RowLink definition={definition} row={row} to="view" opens />}
      {edit && !onEdit && <RowLink definition={definition} row={row} to="edit" opens={!view} />}
      {edit && onEdit && (
        <RowButton
          label="Edit"
          name={name}
          icon="pencil"
          opens={!view}
          onClick={() => onEdit(id)}
        />
      )}
      {remove && <RowButton label="Delete" name={name} icon="trash" onClick={() => onRemove(id)} />}
      {hasRowMenu(definition) && (
        <RowMenu definition={definition} row={row} name={name} onChanged={onChanged} />
      )}
    </div>
  );
}
