import type { Writer } from '../db/store.ts';
import { type Actor, type Change, recordChange } from './audit.ts';

/** Never kept, or of no interest. */
const LEFT_OUT = ['password', 'password_hash', 'pwd', 'updated_at'];

/** Of a card's number the trail keeps the last four digits. */
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

/** Writes the trail of a record that was created, or changed where there is a `before`: the fields that differ. */
export const recordSaved = (
  tx: Writer,
  actor: Actor,
  saved: Pick<Change, 'resource' | 'recordId'> & {
    readonly before?: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
    /** Beside the fields. */
    readonly noted?: object | false | undefined;
  },
): Promise<void> => {
  const { after, before, noted, recordId, resource } = saved;
  const action = `${resource}.${before ? 'update' : 'create'}`;
  const changes = { ...changesBetween(before ?? {}, after), ...noted };
  return recordChange(tx, actor, { action, resource, recordId, changes });
};
