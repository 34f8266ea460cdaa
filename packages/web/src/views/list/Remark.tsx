import type { ActionDefinition, AnyListed, ListView } from '@forecourt/core';
import { useLayoutEffect, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { dialogOnDemand } from '../../shell/dialog-on-demand.tsx';
import { focusRows } from './row-keys.ts';
import type { AnyRow } from './use-list.ts';
import './remark.css';

const ActionDialog = dialogOnDemand(() => import('../dialogs/ActionDialog.tsx'), 'ActionDialog');

type ShownRemark = NonNullable<ListView<AnyRow>['data']['remark']>;

interface RemarkProps {
  readonly definition: AnyListed;
  readonly remark: ShownRemark;
  readonly onDone: () => void;
}

type Offer = ShownRemark['offers'][number];

/** What was pressed is gone with its remark: the keyboard goes on from the rows, or the page (SHELL-13). */
function goOn(): void {
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main')?.focus();
    focusRows();
  });
}

/** What the service says of the list besides its rows, with what can be done about it (TXN-18). */
export function Remark({ definition, remark, onDone }: RemarkProps) {
  const [asked, setAsked] = useState<Offer & { readonly does: ActionDefinition }>();
  const offers = remark.offers.flatMap((offer) => {
    const does = definition.actions?.find(({ name }) => name === offer.action);
    return does ? [{ ...offer, does }] : [];
  });
  useLayoutEffect(() => goOn, []);
  return (
    <div className="panel warn list-remark" role="status">
      <Icon name="warning" />
      <p>{remark.text}</p>
      {offers.map((offer, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the next days take the place of those that were judged, and the focus
          key={at}
          type="button"
          className="button"
          onClick={() => setAsked(offer)}
          {...ActionDialog.near}
        >
          {offer.label}
        </button>
      ))}
      {asked && (
        <ActionDialog
          definition={definition}
          action={asked.does}
          ids={[]}
          provided={asked.values}
          onClose={() => setAsked(undefined)}
          onDone={onDone}
        />
      )}
    </div>
  );
}
