import { type AnyResource, rowLabel } from '@forecourt/core';
import type { Writer } from '../db/store.ts';
import { type Actor, type Change, recordChange } from './audit.ts';

/** Secrets, and what no reader needs. */
const LEFT_OUT = ['password', 'password_hash', 'pwd', 'updated_at'];

/** Shortens a card's number to its last four digits. */
const masked = (name: string, value: unknown): unknown =>
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
    names.map((name) => [name, [masked(name, before[name] ?? ''), masked(name, after[name])]]),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Returns a deleted record's values, as [before, '']; never a password or a complete card number. */
export const deletedValues = (
  record: Readonly<Record<string, unknown>>,
): Record<string, readonly [before: unknown, after: '']> =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([name, value]) => !LEFT_OUT.includes(name) && !isEmpty(value))
      .map(([name, value]) => [name, [masked(name, value), ''] as const]),
  );

/** Returns whether an update has left all fields of a record as they were. */
export const isUnchanged = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean =>
  Object.keys(after).every(
    (name) => name === 'updated_at' || JSON.stringify(before[name]) === JSON.stringify(after[name]),
  );

interface Saved extends Pick<Change, 'resource' | 'recordId' | 'companyId' | 'label'> {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Recorded in addition to the fields. */
  readonly noted?: object | false | undefined;
}

/** Returns which fields a create, or with `before` an update, has changed, as the trail records it. */
export function savedChange({ after, before, noted, ...saved }: Saved): Change {
  const action = `${saved.resource}.${before ? 'update' : 'create'}`;
  const changes = { ...changesBetween(before ?? {}, after), ...noted };
  return { ...saved, action, changes };
}

/** A stored row of a record that belongs to a company. */
type Owned = Readonly<Record<string, unknown>>;

const companyIn = ({ company_id: id }: Owned): number | null =>
  id === null || id === undefined ? null : Number(id);

/** Whose users may see a change: nobody's, if the record moved from one company to another. */
export const companyOfBoth = (before: Owned | undefined, after: Owned): number | null =>
  before && companyIn(before) !== companyIn(after) ? null : companyIn(after);

/** The number or name of a record, as the trail keeps it: a card's last four digits. */
export function trailLabel(definition: AnyResource, record: object): string {
  const name = rowLabel({ ...definition, id: () => '' }, record);
  const field = definition.list.brief?.names[0];
  return field === 'card_number' ? `…${name.slice(-4)}` : name;
}

/** Records which fields a create, or with `before` an update, has changed. */
export const recordSaved = (tx: Writer, actor: Actor, saved: Saved): Promise<void> =>
  recordChange(tx, actor, savedChange(saved));
