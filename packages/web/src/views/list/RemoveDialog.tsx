import { type AnyListed, briefOf, countKept, type ListView } from '@forecourt/core';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import { serviceDay } from '../../platform/service-day.ts';
import { useToast } from '../../shell/Toasts.tsx';
import type { AnyRow, SendToList } from './use-list.ts';

interface RemoveDialogProps {
  readonly definition: AnyListed;
  readonly view: ListView<AnyRow>;
  readonly send: SendToList;
}

/**
 * Says what stays when the row is deleted, once its rows of another list are counted. The question doesn't wait for the
 * number, which may not come: then it is said without one.
 */
function useNote(definition: AnyListed, row: AnyRow | undefined): string {
  const { client } = usePortal();
  const [counted, setCounted] = useState<{ row: AnyRow; rows: number | undefined }>();
  useEffect(() => {
    if (row === undefined) return;
    const leaving = new AbortController();
    countKept(client, definition, row, leaving.signal).then(
      (rows) => setCounted({ row, rows }),
      () => undefined,
    );
    return () => leaving.abort();
  }, [client, definition, row]);
  const rows = counted?.row === row ? counted?.rows : undefined;
  return (row && definition.remove?.keeps?.note(rows)) ?? '';
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
  // The button that asked is gone with its row: the keyboard goes on from the list (SHELL-13).
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (page && result?.ok && isLost) document.querySelector<HTMLElement>('.table-frame')?.focus();
  }, [page, result]);
  const removing = view.status === 'pending' && view.step === 'removing';
  const need =
    view.status === 'pending' ? view.needs.find(({ kind }) => kind === 'confirmation') : undefined;
  const row = id === undefined ? undefined : page?.rows.find((one) => definition.id(one) === id);
  const note = useNote(definition, row);
  if (need?.kind !== 'confirmation') return null;
  const { noun, title = '' } = row
    ? briefOf(definition, row, serviceDay())
    : { noun: definition.noun[0] };
  return (
    <ConfirmDialog
      title={`Delete ${noun} ${title}`.trim()}
      message={note === '' ? need.message : `${need.message} ${note}`}
      accept={need.accept}
      reject={need.reject}
      busy={removing}
      onAccept={() => send({ type: 'confirm' })}
      onReject={() => send({ type: 'stay' })}
    />
  );
}
