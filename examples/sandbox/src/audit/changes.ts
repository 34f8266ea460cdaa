import type { Writer } from '../db/store.ts';
import { type Actor, type Change, recordChange } from './audit.ts';

/** Secrets, and what is of no interest. */
const LEFT_OUT = ['password', 'password_hash', 'pwd', 'updated_at'];

/** Shortens a card's number to its last four digits. */
const reported = (name: string, value: unknown): unknown =>
  name === 'card_number' ? `…${String(value).slice(-4)}` : value;

/** Returns the fields that differ, as [before, after]; never a password or a complete card number. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, readonly [before: unknown, after: unknown]> {
  const names = Object.keys(after).filter(
    (name) =>
      !LEFT_OUT.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(
    names.map((name) => [name, [reported(name, before[name] ?? ''), reported(name, after[name])]]),
  );
}

/** Returns whether an update has left all fields of a record as they were. */
export const isUnchanged = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean =>
  Object.keys(after).every(
    (name) => name === 'updated_at' || JSON.stringify(before[name]) === JSON.stringify(after[name]),
  );

/** Records which fields a create, or with `before` an update, has changed. */
export const recordSaved = (
  tx: Writer,
  actor: Actor,
  saved: Pick<Change, 'resource' | 'recordId'> & {
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
    /** Recorded in addition to the fields. */
    readonly noted?: object | false | undefined;
  },
): Promise<void> => {
  const { after, before, noted, recordId, resource } = saved;
  const action = `${resource}.${before ? 'update' : 'create'}`;
  const changes = { ...changesBetween(before ?? {}, after), ...noted };
  return recordChange(tx, actor, { action, resource, recordId, changes });
};
