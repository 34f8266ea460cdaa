import { type AnyListed, briefOf, type ListView } from '@forecourt/core';
import { useEffect, useRef } from 'react';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { serviceDay } from '../../platform/service-day.ts';
import { useToast } from '../../shell/Toasts.tsx';
import type { AnyRow, SendToList } from './use-list.ts';

interface RemoveDialogProps {
  readonly definition: AnyListed;
  readonly view: ListView<AnyRow>;
  readonly send: SendToList;
}

/** Asks before a record is deleted and reports the result (LIST-04). */
export function RemoveDialog({ definition, view, send }: RemoveDialogProps) {
  const toast = useToast();
  const { page, removing: id, result } = view.data;
  const reported = useRef<unknown>(undefined);
  useEffect(() => {
    if (result === undefined || reported.current === result) return;
    reported.current = result;
    toast(result.ok ? 'good' : 'bad', result.message, result.failure?.detail);
  }, [result, toast]);
  const removing = view.status === 'pending' && view.step === 'removing';
  const need =
    view.status === 'pending' ? view.needs.find(({ kind }) => kind === 'confirmation') : undefined;
  if (need?.kind !== 'confirmation') return null;
  const row = page?.rows.find((one) => definition.id(one) === id);
  const { noun, title = '' } = row
    ? briefOf(definition, row, serviceDay())
    : { noun: definition.noun[0] };
  return (
    <ConfirmDialog
      title={`Delete ${noun} ${title}`.trim()}
      message={need.message}
      accept={need.accept}
      reject={need.reject}
      busy={removing}
      onAccept={() => send({ type: 'confirm' })}
      onReject={() => send({ type: 'stay' })}
    />
  );
}
