import { EMPTY, formatValue, parseTyped } from '../../format/values.ts';
import { etagOf } from '../../http/bodies.ts';
import { CONFLICT_MESSAGES } from '../../messages/form-messages.ts';
import type { Decision } from '../../permissions/index.ts';
import { dependentGroups } from '../../resource/dependent-choices.ts';
import { readingOf } from '../../resource/field-reading.ts';
import type { Draft, DraftValue, FormField } from '../../resource/form.types.ts';
import { sameValue } from '../../resource/form-values.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { choicesOf } from '../reference-lists.ts';
import type { Need } from '../view.ts';
import type { RecordContext } from './record.context.ts';
import { fieldsOf, maySubmit, STALE_TYPED } from './record.form.ts';
import type { ConflictField, ConflictValue, RecordConflict, Side } from './record.types.ts';

/**
 * What both sides changed since the record was loaded (WIRE-05). During a conflict the context holds the
 * current record, `initial` derived from it, and in `draft` the proposal: my changes on top of theirs.
 */
export interface Conflict {
  /** The draft as loaded, and as I last edited it. */
  readonly loaded: Draft;
  readonly mine: Draft;
  /** The chosen side of each field that both changed; by default 'mine', unless I left a guarded one alone. */
  readonly picks: Readonly<Record<string, Side>>;
  /**
   * What the form asked for in fields that only some drafts have (a reason), by name; undefined in a run that was
   * resumed, which no longer has the loaded record.
   */
  readonly asked?: Readonly<Record<string, string>> | undefined;
}

const nameOf = ({ groupTitle, label }: ConflictField): string =>
  groupTitle ? `${groupTitle}: ${label}` : label;

/** How often an unattended run applies its changes on top of others' before it gives up. */
export const MAX_MERGES = 5;

const isNumber = (field: FormField | undefined): boolean =>
  field?.input === 'decimal' || field?.input === 'integer';

/** Returns whether two values of a field are equal; numbers compare by value, so 1000 equals 1,000.00. */
function same(field: FormField | undefined, one?: DraftValue, other?: DraftValue): boolean {
  if (sameValue(one, other)) return true;
  if (!isNumber(field)) return false;
  const [left, right] = [parseTyped(String(one ?? '')), parseTyped(String(other ?? ''))];
  return left !== undefined && right !== undefined && left.equals(right);
}

interface Compared {
  readonly changed: ConflictField['changed'];
  readonly locked: string | undefined;
  /** Mine was typed for what was loaded and means something else now: the form has to ask again. */
  readonly stale: boolean;
  /** The side that is taken while none is picked: the current value of a field that I didn't change. */
  readonly proposed: Side;
  /** Fields that are chosen together, including this one; the first one names the choice. */
  readonly together: readonly FormField[];
}

/**
 * A province depends on its country and a city on its province: if each side changed one of them, they
 * become a single choice. Merging them separately could produce an address that doesn't exist.
 */
function joinDependents(fields: readonly FormField[], found: Map<string, Compared>): void {
  for (const group of dependentGroups(fields)) {
    const changes = group.flatMap(({ name }) => found.get(name) ?? []);
    const collides = changes.some(({ changed }) => changed === 'both');
    const sides = new Set(changes.map(({ changed }) => changed));
    if (!collides && sides.size < 2) continue;
    const locked = changes.find((change) => change.locked !== undefined)?.locked;
    const isMine = changes.some(({ proposed }) => proposed === 'mine');
    const proposed = isMine ? 'mine' : 'theirs';
    for (const { name } of group) {
      const change = found.get(name);
      if (change) {
        found.set(name, { ...change, changed: 'both', locked, proposed, together: group });
      }
    }
  }
}

/** Returns the fields of the current record, and after them those that only some drafts have. */
function fieldsIn(definition: AnyResource, context: RecordContext): readonly FormField[] {
  const fields = fieldsOf(definition, { ...context, draft: context.initial });
  const names = new Set(fields.map(({ name }) => name));
  const others = definition.form?.sometimes?.filter(({ name }) => !names.has(name)) ?? [];
  return [...fields, ...others];
}

/** Returns what the form asks for in fields that only some drafts have, by name. */
const askedIn = (
  definition: AnyResource,
  context: RecordContext,
): Readonly<Record<string, string>> => {
  const sometimes = new Set(definition.form?.sometimes?.map(({ name }) => name));
  const asked = fieldsOf(definition, context).filter(({ name }) => sometimes.has(name));
  return Object.fromEntries(
    asked.map(({ label, name, requiredText = label }) => [name, requiredText]),
  );
};

/**
 * Locks the fields whose typed value answers another question than the form asks now: the reason of a credit of 50
 * is none for a charge of 150.
 */
function lockAnswers(
  definition: AnyResource,
  context: RecordContext,
  conflict: Conflict,
  found: Map<string, Compared>,
): void {
  const { initial: theirs } = context;
  const { asked, loaded } = conflict;
  const sometimes = (definition.form?.sometimes ?? []).flatMap(({ name }) => {
    const change = found.get(name);
    return change && change.changed !== 'theirs' ? [[name, change] as const] : [];
  });
  if (sometimes.length === 0) return;
  const names = new Set([...Object.keys(theirs), ...Object.keys(loaded)]);
  const unchanged = [...names].every((name) => sameValue(theirs[name], loaded[name]));
  if (asked === undefined && unchanged) return;
  const now = askedIn(definition, { ...context, draft: merged(theirs, conflict, found) });
  for (const [name, change] of sometimes) {
    if (asked !== undefined && asked[name] === now[name]) continue;
    found.set(name, { ...change, locked: CONFLICT_MESSAGES.answersOther, stale: true });
  }
}

/** Returns the fields that either side has changed since loading, by name. */
function compared(
  definition: AnyResource,
  context: RecordContext,
  conflict: Conflict,
): ReadonlyMap<string, Compared> {
  const { initial: theirs } = context;
  const { loaded, mine } = conflict;
  const fields = fieldsIn(definition, context);
  const moved = definition.form?.moved?.(loaded, theirs) ?? {};
  const known = new Map(fields.map((field) => [field.name, field]));
  const names = new Set([...Object.keys(theirs), ...Object.keys(loaded), ...Object.keys(mine)]);
  const found = new Map<string, Compared>();
  for (const name of names) {
    const field = known.get(name);
    const iDid = !same(field, mine[name], loaded[name]);
    const theyDid = !same(field, theirs[name], loaded[name]);
    if (!iDid && !theyDid) continue;
    const alike = same(field, mine[name], theirs[name]);
    const asks = theyDid && !alike && (iDid || field?.guarded === true);
    const changed = asks ? 'both' : theyDid ? 'theirs' : 'mine';
    const locked = (iDid || asks) && !alike ? (field?.locked ?? moved[name]) : undefined;
    const stale = locked !== undefined && locked === moved[name];
    const proposed = iDid ? 'mine' : 'theirs';
    found.set(name, { changed, locked, proposed, stale, together: field ? [field] : [] });
  }
  joinDependents(fields, found);
  lockAnswers(definition, context, conflict, found);
  return found;
}

/** Returns which side's value a field takes; a field that is now locked can't take mine. */
function sideOf({ changed, locked, proposed, together }: Compared, { picks }: Conflict): Side {
  if (changed === 'theirs' || locked !== undefined) return 'theirs';
  return picks[together[0]?.name ?? ''] ?? proposed;
}

/** Returns their draft with the values of mine that are kept. */
function merged(theirs: Draft, conflict: Conflict, changes: ReadonlyMap<string, Compared>): Draft {
  const kept = [...changes].flatMap(([name, change]) => {
    const value = conflict.mine[name];
    return value === undefined || sideOf(change, conflict) === 'theirs'
      ? []
      : [[name, value] as const];
  });
  return { ...theirs, ...Object.fromEntries(kept) };
}

const proposal = (definition: AnyResource, context: RecordContext, conflict: Conflict): Draft =>
  merged(context.initial, conflict, compared(definition, context, conflict));

/** Returns whether I typed something that the form has to ask for again. */
export function isStale(definition: AnyResource, context: RecordContext): boolean {
  const { conflict } = context;
  if (conflict === undefined) return false;
  return [...compared(definition, context, conflict).values()].some(({ stale }) => stale);
}

/**
 * What stays in the form of values that were typed for another state of the record: all of them, those that answer a
 * question of the form (a reason), or none.
 */
export type KeptStale = 'all' | 'answers' | 'none';

/**
 * Ends the conflict. The form shows at their fields why values of mine are not in it, or may not be saved as they are:
 * see `heldBack`.
 */
export function settledIn(
  definition: AnyResource,
  context: RecordContext,
  keeps: KeptStale,
): Pick<RecordContext, 'conflict' | 'draft' | 'notice' | 'refused'> {
  const { conflict, draft, initial, notice, refused } = context;
  if (conflict === undefined) return { conflict, draft, notice, refused };
  const why = definition.form?.moved?.(conflict.loaded, initial) ?? {};
  const stale = [...compared(definition, context, conflict)].filter(([, change]) => change.stale);
  const kept = stale.filter(([name]) => keeps === 'all' || (keeps === 'answers' && !(name in why)));
  const typed = kept.map(([name]) => [name, conflict.mine[name] ?? ''] as const);
  const said = stale.flatMap(([name]) => {
    const isKept = kept.some(([one]) => one === name);
    const message = why[name] ?? (isKept ? CONFLICT_MESSAGES.answerKept : undefined);
    const code = isKept ? STALE_TYPED : 'moved';
    return message === undefined ? [] : [[name, [{ code, message }]] as const];
  });
  return {
    conflict: undefined,
    draft: { ...draft, ...Object.fromEntries(typed) },
    refused: { ...refused, ...Object.fromEntries(said) },
    notice: keeps === 'all' ? replacedBy(definition, context) : undefined,
  };
}

/** Names what others saved in fields that show mine, because the form itself doesn't show it. */
function replacedBy(definition: AnyResource, context: RecordContext): string | undefined {
  const { fields = [] } = conflictOfView(definition, context) ?? {};
  const theirs = fields
    .filter(({ changed, take }) => changed === 'both' && take === 'mine')
    .map((field) => `${nameOf(field)} “${field.theirs.shown}”`);
  return theirs.length > 0 ? CONFLICT_MESSAGES.replaces(theirs) : undefined;
}

/**
 * Ends the conflict with the values of others in every field that both changed, or that is locked by now, and names my
 * changes that are dropped. My changes of other fields stay in the form (WIRE-05).
 */
export function theirsTaken(
  definition: AnyResource,
  context: RecordContext,
): Partial<RecordContext> {
  const taken = { ...context, ...allPicked(definition, context, 'theirs') };
  const { fields = [] } = conflictOfView(definition, taken) ?? {};
  // A reason is quoted, because it was written and its field may be gone.
  const answers = new Set(definition.form?.sometimes?.map(({ name }) => name));
  const droppedName = (field: ConflictField): string =>
    answers.has(field.name) ? `${nameOf(field)} (“${field.mine.shown}”)` : nameOf(field);
  const labels = fields
    .filter(
      ({ loaded, mine, take, theirs }) =>
        take === 'theirs' && mine.value !== loaded.value && mine.value !== theirs.value,
    )
    .map(droppedName);
  const kept = fields.some(({ take }) => take === 'mine');
  const { dropped } = CONFLICT_MESSAGES;
  return {
    ...{ conflict: undefined, draft: taken.draft },
    notice: labels.length > 0 ? dropped(labels, kept) : undefined,
  };
}

/** Returns the context on top of the current record; all of my changes are proposed again. */
export function rebased(
  definition: AnyResource,
  context: RecordContext,
  record: unknown,
): Partial<RecordContext> {
  const initial = definition.form?.draft(record, context.input.provided) ?? {};
  const conflict: Conflict = context.conflict ?? {
    ...{ loaded: context.initial, mine: context.draft, picks: {} },
    asked: context.record === undefined ? undefined : askedIn(definition, context),
  };
  const now = { ...context, mode: 'edit', record, etag: etagOf(record), initial } as const;
  return {
    ...{ record, etag: now.etag, initial, conflict },
    draft: proposal(definition, now, conflict),
    ...{ issues: {}, refused: {}, shown: false, key: undefined, call: undefined },
    failure: undefined,
  };
}

/** Returns the context after choosing a side for one field. */
export function picked(
  definition: AnyResource,
  context: RecordContext,
  { name, value }: { readonly name: string; readonly value: unknown },
): Partial<RecordContext> {
  if (context.conflict === undefined) return {};
  const side: Side = value === 'theirs' ? 'theirs' : 'mine';
  const field = name.slice(needName('').length);
  const conflict = { ...context.conflict, picks: { ...context.conflict.picks, [field]: side } };
  return { conflict, draft: proposal(definition, context, conflict) };
}

/**
 * Returns the context with one side chosen for every field that both changed; all other changes stay (WIRE-05). Mine is
 * what I changed: a guarded field that I left alone keeps its own choice, so that nobody who wants to keep a corrected
 * name releases a card that was put on hold meanwhile.
 */
export function allPicked(
  definition: AnyResource,
  context: RecordContext,
  side: Side,
): Partial<RecordContext> {
  if (context.conflict === undefined) return {};
  const names = conflictNeeds(definition, context).map(({ name }) =>
    name.slice(needName('').length),
  );
  const changes = compared(definition, context, context.conflict);
  const { picks: before } = context.conflict;
  const pickOf = (name: string): Side =>
    side === 'mine' && changes.get(name)?.proposed === 'theirs' ? (before[name] ?? 'theirs') : side;
  const picks = Object.fromEntries(names.map((name) => [name, pickOf(name)] as const));
  const conflict = { ...context.conflict, picks };
  return { conflict, draft: proposal(definition, context, conflict) };
}

/**
 * Returns whether I may save my value of every field that both changed; where the form has to ask for one of them
 * again, whether I may go on to it.
 */
export const keepable = (
  definition: AnyResource,
  context: RecordContext,
  may: (verb: string, context: RecordContext) => Decision,
): Decision => {
  const kept = { ...context, ...allPicked(definition, context, 'mine') };
  return isStale(definition, kept) ? may('edit', kept) : maySubmit(definition, kept, may);
};

function shown(
  field: FormField,
  value: DraftValue | undefined,
  context: RecordContext,
  draft: Draft,
): string {
  if (value === undefined || value === '') return EMPTY;
  if (field.input === 'choice') {
    const { options } = choicesOf(field, draft, context.lists);
    return options.find(({ key }) => key === value)?.value ?? String(value);
  }
  if (typeof value !== 'string') return formatValue(field.input, value);
  const reading = formatValue(field.plain ? 'text' : field.input, readingOf(field, value));
  return field.unit ? `${reading} ${field.unit}` : reading;
}

/** Returns both sides' changes field by field for display, or undefined without a conflict. */
export function conflictOfView(
  definition: AnyResource,
  context: RecordContext,
): RecordConflict | undefined {
  const { initial: theirs, conflict } = context;
  if (conflict === undefined || context.record === undefined) return undefined;
  const { loaded, mine } = conflict;
  // Locks, labels and units for the current record.
  const all = fieldsIn(definition, context);
  const changes = compared(definition, context, conflict);
  const fields = all.flatMap((field): ConflictField[] => {
    const { groupTitle, label, name, section } = field;
    const change = changes.get(name);
    if (change === undefined) return [];
    const valueIn = (draft: Draft): ConflictValue => {
      const value = draft[name] ?? '';
      return { value, shown: shown(field, value, context, draft) };
    };
    return [
      {
        ...{ name, label, section, ...(groupTitle && { groupTitle }) },
        ...{ loaded: valueIn(loaded), mine: valueIn(mine), theirs: valueIn(theirs) },
        changed: change.changed,
        take: sideOf(change, conflict),
        ...(change.changed === 'both' && { choice: needName(change.together[0]?.name ?? name) }),
        ...(change.together.length > 1 && { together: change.together.map((one) => one.label) }),
        ...(change.locked !== undefined && { locked: change.locked }),
      },
    ];
  });
  const { message, title } = CONFLICT_MESSAGES;
  return { title, message: message(definition.noun[0]), fields };
}

/**
 * Returns the fields that can't be merged automatically: both sides changed them, others changed a guarded one, or mine
 * is now locked.
 */
export const collisions = (definition: AnyResource, context: RecordContext): readonly string[] =>
  (conflictOfView(definition, context)?.fields ?? [])
    .filter(({ changed, locked }) => changed === 'both' || locked !== undefined)
    .map(({ name }) => name);

/** Name of the need that chooses a side; no field has such a name. */
const needName = (name: string): string => `keep.${name}`;

/**
 * Returns one choice, 'mine' or 'theirs', under 'keep.{name}' for each field that both changed; dependent
 * fields share one.
 */
export function conflictNeeds(definition: AnyResource, context: RecordContext): readonly Need[] {
  const asked = (conflictOfView(definition, context)?.fields ?? []).filter(
    ({ choice, locked }) => choice !== undefined && locked === undefined,
  );
  return [...Map.groupBy(asked, ({ choice = '' }) => choice)].flatMap(([name, fields]): Need[] => {
    const [first] = fields;
    if (first === undefined) return [];
    const all = (side: Side) => fields.map((field) => field[side].shown).join(', ');
    return [
      {
        kind: 'choice',
        ...{ name, label: fields.map(({ label }) => label).join(', '), section: first.section },
        ...{ required: true, answered: true, issues: [], value: first.take },
        options: [
          { key: 'mine', value: `${CONFLICT_MESSAGES.mine}: ${all('mine')}` },
          { key: 'theirs', value: `${CONFLICT_MESSAGES.theirs}: ${all('theirs')}` },
        ],
      },
    ];
  });
}

/** Returns others' changes that are merged without asking, so that they can be reported after saving. */
export const mergedFrom = (
  definition: AnyResource,
  context: RecordContext,
): RecordContext['meanwhile'] => ({
  ...context.meanwhile,
  ...Object.fromEntries(
    (conflictOfView(definition, context)?.fields ?? [])
      .filter(({ take }) => take === 'theirs')
      .map((field) => [
        field.name,
        {
          ...{ name: field.name, label: nameOf(field), now: field.theirs.shown },
          before: context.meanwhile[field.name]?.before ?? field.loaded.shown,
        },
      ]),
  ),
});
