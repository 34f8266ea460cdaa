import type { AnyListed, ListQuery } from '@forecourt/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { partOnDemand } from '../../parts/part-on-demand.tsx';
import { ownerOf } from '../../platform/owner.ts';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import type { ChosenColumns } from './use-columns.ts';
import type { SendToList } from './use-list.ts';

const ViewsPanel = partOnDemand(() => import('./ViewsPanel.tsx'), 'ViewsPanel', {
  waiting: () => <p className="menu-item quiet">Loading …</p>,
});

export interface ViewsProps {
  readonly definition: AnyListed;
  readonly query: ListQuery;
  readonly columns: ChosenColumns;
  readonly send: SendToList;
}

/** The name of the view that the list shows, and the function to look again. */
function useOpenName({ columns, definition, query }: ViewsProps) {
  const { client } = usePortal();
  const owner = ownerOf(useSession()) ?? '';
  const [name, setName] = useState<string>();
  const [looked, setLooked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again once the views are loaded again
  useEffect(() => {
    let left = false;
    void import('./own-views.ts')
      .then(({ nameOfOpen }) => nameOfOpen(client, owner, definition, query, columns))
      .then((found) => {
        if (!left) setName(found);
      })
      // Without that code, no view is named.
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [client, owner, definition, query, columns.shown, looked]);
  const look = useCallback(() => setLooked((before) => before + 1), []);
  return [name, look] as const;
}

/** The user's named views of a list (LIST-15). A question of the panel outlives it, because a dialog closes it. */
export function ViewsMenu(props: ViewsProps) {
  const [question, ask] = useState<ReactNode>();
  const [name, rename] = useOpenName(props);
  return (
    <>
      <Popover
        label="Views"
        align="start"
        button={
          <>
            <Icon name="bookmark" />
            <span className="label">Views</span>
          </>
        }
      >
        {(close) => <ViewsPanel {...props} close={close} ask={ask} onLoaded={rename} />}
      </Popover>
      {name !== undefined && (
        <span className="open-view">
          <span className="unseen">Open view: </span>
          {name}
        </span>
      )}
      {question}
    </>
  );
}
