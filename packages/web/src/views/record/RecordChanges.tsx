import {
  type AnyResource,
  type BulkDefinition,
  can,
  etagOf,
  type PickedRow,
  rowLabel,
} from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useSession } from '../../platform/portal-context.ts';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';

const BulkDialog = dialogOnDemand(() => import('../dialogs/BulkDialog.tsx'), 'BulkDialog');

type AnyDetail = Readonly<Record<string, unknown>>;

interface RecordChangesProps {
  readonly definition: AnyResource;
  readonly record: AnyDetail;
  readonly onChanged: () => void;
}

const ignore = () => undefined;

/** The record as a list's row that is picked, in the version on screen. */
function pickedOf(definition: AnyResource, record: AnyDetail): PickedRow {
  const etag = etagOf(record);
  return {
    id: definition.id(record),
    label: rowLabel(definition, record),
    ...(etag !== undefined && { etag }),
  };
}

/**
 * The changes that a list offers for its picked rows, on the record itself (LIST-15): a card on hold is activated where
 * its view says why it is. Those that run an action of the record have its button already.
 */
export function RecordChanges({ definition, record, onChanged }: RecordChangesProps) {
  const access = useSession()?.access;
  // The row of the press: a reload behind the report must not change what it is about.
  const [open, setOpen] = useState<{ bulk: BulkDefinition; rows: readonly PickedRow[] }>();
  const offered = (definition.bulk ?? []).filter(
    ({ action, already, runs }) =>
      runs === undefined && can(access, action).allowed && already?.(record) === undefined,
  );
  return (
    <>
      {offered.map((bulk, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: Activate takes the place of Hold, and the focus that returns to it
          key={at}
          type="button"
          className="button"
          onClick={() => setOpen({ bulk, rows: [pickedOf(definition, record)] })}
          {...BulkDialog.near}
        >
          <Icon name={bulk.name === 'hold' ? 'lock' : 'check'} />
          {bulk.label}
        </button>
      ))}
      {open && (
        <BulkDialog
          definition={definition}
          bulk={open.bulk}
          rows={open.rows}
          onLeft={ignore}
          onClose={() => setOpen(undefined)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}
