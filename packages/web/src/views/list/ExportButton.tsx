import type { AnyListed, ListQuery } from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';

const ExportDialog = dialogOnDemand(() => import('./ExportDialog.tsx'), 'ExportDialog');

interface ExportButtonProps {
  readonly definition: AnyListed;
  readonly ids: readonly string[];
  readonly query: ListQuery;
}

/** Opens the dialog that saves the selected rows, or all that match the filter (LIST-15). */
export function ExportButton({ definition, ids, query }: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)} {...ExportDialog.near}>
        <Icon name="download" />
        {definition.export?.label}
        {ids.length > 0 && <span className="count">{ids.length}</span>}
      </button>
      {open && (
        <ExportDialog
          definition={definition}
          ids={ids}
          query={query}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
