import {
  type AnyResource,
  CONFLICT_MESSAGES,
  type ConflictField,
  findLastChange,
  formatInstant,
  type RecordConflict,
  type Side,
  type TrailEvent,
} from '@forecourt/core';
import { useEffect, useId, useState } from 'react';
import { Radio } from '../../fields/inputs.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import type { Form } from './use-form.ts';
import './conflict.css';

const TEXTS = CONFLICT_MESSAGES;

interface SideCellProps {
  readonly field: ConflictField;
  readonly side: Side;
  readonly onPick: (side: Side) => void;
}

/**
 * One side's value: with a radio button if both sides changed the field, otherwise marked if it is
 * kept.
 */
function SideCell({ field, onPick, side }: SideCellProps) {
  const { choice, label, locked, name, take } = field;
  const { shown } = field[side];
  const title = TEXTS[side];
  const kept = take === side;
  if (choice !== undefined && locked === undefined) {
    return (
      <td data-label={title} className={kept ? 'kept' : undefined}>
        <label className="conflict-pick">
          <Radio
            group={`keep.${name}`}
            name={`${label}: ${title}, ${shown}`}
            checked={kept}
            onPick={() => onPick(side)}
          />
          <span>{shown}</span>
        </label>
      </td>
    );
  }
  return (
    <td data-label={title} className={kept ? 'kept' : undefined}>
      <span>{shown}</span>
      {kept && <span className="unseen">, kept</span>}
      {side === 'mine' && locked !== undefined && <span className="hint">{locked}</span>}
    </td>
  );
}

interface ChangesProps {
  readonly conflict: RecordConflict;
  readonly onPick: (choice: string, side: Side) => void;
}

/** The changes of both sides, field by field. */
function Changes({ conflict: { fields }, onPick }: ChangesProps) {
  return (
    <table className="table conflict">
      <caption className="unseen">{TEXTS.title}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">{TEXTS.mine}</th>
          <th scope="col">{TEXTS.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name} className={field.changed === 'both' ? 'both' : undefined}>
            <th scope="row">
              {field.label}
              {field.groupTitle && <span className="hint">{field.groupTitle}</span>}
              {field.together && <span className="hint">{TEXTS.together(field.together)}</span>}
            </th>
            <td data-label="Before">{field.loaded.shown}</td>
            {(['mine', 'theirs'] as const).map((side) => (
              <SideCell
                key={side}
                field={field}
                side={side}
                onPick={(picked) => onPick(field.choice ?? '', picked)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who changed the record, and when; nothing where the trail doesn't say. */
function LastChange({
  definition,
  record,
}: {
  readonly definition: AnyResource;
  readonly record: unknown;
}) {
  const { client } = usePortal();
  const [event, setEvent] = useState<TrailEvent>();
  useEffect(() => {
    const left = new AbortController();
    const row = record as Readonly<Record<string, unknown>>;
    void findLastChange(client, definition, row, left.signal).then(
      (found) => left.signal.aborted || setEvent(found),
    );
    return () => left.abort();
  }, [client, definition, record]);
  // Room is kept, so that nothing moves under the pointer.
  if (!event?.actor) return <p className="quiet">{'\u00A0'}</p>;
  return <p className="quiet">{TEXTS.changedBy(event.actor, formatInstant(event.at ?? ''))}</p>;
}

/** Resolves a conflict: chooses between my changes and somebody else's (WIRE-05). */
export function ConflictDialog({
  definition,
  form: { send, view },
}: {
  readonly definition: AnyResource;
  readonly form: Form;
}) {
  const messageId = useId();
  const { conflict } = view.data;
  if (view.status !== 'pending' || view.step !== 'conflict' || conflict === undefined) return null;
  const { keepMine, saveChoices } = view.commands;
  const onPick = (name: string, side: Side) => send({ type: 'field.changed', name, value: side });
  return (
    <Dialog title={conflict.title} onClose={() => send({ type: 'edit' })} wide>
      <div className="dialog-body">
        <p id={messageId}>{conflict.message}</p>
        <LastChange definition={definition} record={view.data.record} />
        <Changes conflict={conflict} onPick={onPick} />
      </div>
      <div className="dialog-foot">
        {!saveChoices.allowed && <span className="why">{saveChoices.reason.message}</span>}
        <button type="button" className="button" onClick={() => send({ type: 'edit' })}>
          {TEXTS.edit}
        </button>
        <button type="button" className="button" onClick={() => send({ type: 'takeTheirs' })}>
          {TEXTS.takeTheirs}
        </button>
        <button
          type="button"
          className="button"
          disabled={!keepMine.allowed}
          onClick={() => send({ type: 'keepMine' })}
        >
          {TEXTS.keepMine}
        </button>
        <button
          type="button"
          className="button primary"
          aria-describedby={messageId}
          disabled={!saveChoices.allowed}
          onClick={() => send({ type: 'saveChoices' })}
        >
          {TEXTS.saveChoices}
        </button>
      </div>
    </Dialog>
  );
}
