import { Decimal } from '../../format/decimal.ts';
import { EMPTY, formatValue } from '../../format/values.ts';
import { etagOf } from '../../http/bodies.ts';
import { CONFLICT_MESSAGES } from '../../messages/form-messages.ts';
import type { Decision } from '../../permissions/index.ts';
import { dependentGroups } from '../../resource/dependent-choices.ts';
import type { Draft, DraftValue, FormField } from '../../resource/form.types.ts';
import { sameValue } from '../../resource/form-values.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import { readingOf } from '../form-needs.ts';
import { choicesOf } from '../reference-lists.ts';
import type { Need } from '../view.ts';
import type { RecordContext } from './record.context.ts';
import { fieldsOf, maySubmit } from './record.form.ts';
import type { ConflictField, ConflictValue, RecordConflict, Side } from './record.types.ts';

/**
 * Somebody else changed the record meanwhile (WIRE-05): what each side did since it was loaded. The
 * context then holds the present record, `began` from it, and in `draft` what is proposed: my changes on
 * top of theirs.
 */
export interface Conflict {
  /** The draft as the record was loaded, and as I left it. */
  readonly loaded: Draft;
  readonly mine: Draft;
  /** What was chosen where both changed a field; mine where nothing was. */
  readonly picks: Readonly<Record<string, Side>>;
}

/** How often a run that nobody watches puts its changes on top of others' before it gives up. */
export const MOST_MERGES = 5;

const isNumber = (field: FormField | undefined): boolean =>
  field?.input === 'decimal' || field?.input === 'integer';

/** Is it the same value? 1000 and 1000.00 are. */
function same(field: FormField | undefined, one?: DraftValue, other?: DraftValue): boolean {
  if (sameValue(one, other)) return true;
  if (!isNumber(field)) return false;
  const [left, right] = [Decimal.parse(String(one ?? '')), Decimal.parse(String(other ?? ''))];
  return left !== undefined && right !== undefined && left.equals(right);
}

interface Compared {
  readonly changed: ConflictField['changed'];
  readonly locked: string | undefined;
  /** The fields that are chosen together with it, itself included; the first names the choice. */
  readonly together: readonly FormField[];
}

/**
 * A province belongs to its country and a city to its province: where each side changed one of them, they
 * are one choice, or what is stored is an address that does not exist.
 */
function joinDependents(fields: readonly FormField[], found: Map<string, Compared>): void {
  for (const group of dependentGroups(fields)) {
    const changes = group.flatMap(({ name }) => found.get(name) ?? []);
    const collides = changes.some(({ changed }) => changed === 'both');
    const sides = new Set(changes.map(({ changed }) => changed));
    if (!collides && sides.size < 2) continue;
    const locked = changes.find((change) => change.locked !== undefined)?.locked;
    for (const { name } of group) {
      if (found.has(name)) found.set(name, { changed: 'both', locked, together: group });
    }
  }
}

/** What became of each field since it was loaded: only those that were changed, by name. */
function compared(
  fields: readonly FormField[],
  theirs: Draft,
  { loaded, mine }: Conflict,
): ReadonlyMap<string, Compared> {
  const known = new Map(fields.map((field) => [field.name, field]));
  const names = new Set([...Object.keys(theirs), ...Object.keys(loaded), ...Object.keys(mine)]);
  const found = new Map<string, Compared>();
  for (const name of names) {
    const field = known.get(name);
    const iDid = !same(field, mine[name], loaded[name]);
    const theyDid = !same(field, theirs[name], loaded[name]);
    if (!iDid && !theyDid) continue;
    const alike = same(field, mine[name], theirs[name]);
    const changed = iDid && theyDid && !alike ? 'both' : theyDid ? 'theirs' : 'mine';
    const locked = iDid && !alike ? field?.locked : undefined;
    found.set(name, { changed, locked, together: field ? [field] : [] });
  }
  joinDependents(fields, found);
  return found;
}

/** Whose value a field takes; what is locked by now can't be mine. */
function sideOf({ changed, locked, together }: Compared, { picks }: Conflict): Side {
  if (changed === 'theirs' || locked !== undefined) return 'theirs';
  return changed === 'both' ? (picks[together[0]?.name ?? ''] ?? 'mine') : 'mine';
}

function proposal(definition: AnyResource, context: RecordContext, conflict: Conflict): Draft {
  const theirs = context.initial;
  const changes = compared(fieldsOf(definition, { ...context, draft: theirs }), theirs, conflict);
  const kept = [...changes].flatMap(([name, change]) => {
    const value = conflict.mine[name];
    return value === undefined || sideOf(change, conflict) === 'theirs'
      ? []
      : [[name, value] as const];
  });
  return { ...theirs, ...Object.fromEntries(kept) };
}

/** The context on top of the present record: what I changed is proposed anew, nothing of it is lost. */
export function rebased(
  definition: AnyResource,
  context: RecordContext,
  record: unknown,
): Partial<RecordContext> {
  const initial = definition.form?.draft(record, context.input.provided) ?? {};
  const conflict: Conflict = context.conflict ?? {
    ...{ loaded: context.initial, mine: context.draft, picks: {} },
  };
  const now = { ...context, mode: 'edit', record, etag: etagOf(record), initial } as const;
  return {
    ...{ record, etag: now.etag, initial, conflict },
    draft: proposal(definition, now, conflict),
    ...{ issues: {}, refused: {}, shown: false, key: undefined, call: undefined },
    failure: undefined,
  };
}

/** The context after a choice between the two values of a field. */
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

/** The context with every choice made for that side; what one side alone changed stays (WIRE-05). */
export function allPicked(
  definition: AnyResource,
  context: RecordContext,
  side: Side,
): Partial<RecordContext> {
  if (context.conflict === undefined) return {};
  const names = conflictNeeds(definition, context).map(({ name }) =>
    name.slice(needName('').length),
  );
  const picks = Object.fromEntries(names.map((name) => [name, side] as const));
  const conflict = { ...context.conflict, picks };
  return { conflict, draft: proposal(definition, context, conflict) };
}

/** May mine be saved wherever both changed a field? */
export const keepable = (
  definition: AnyResource,
  context: RecordContext,
  may: (verb: string, context: RecordContext) => Decision,
): Decision =>
  maySubmit(definition, { ...context, ...allPicked(definition, context, 'mine') }, may);

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
  const reading = formatValue(field.input, readingOf(field, value));
  return field.unit ? `${reading} ${field.unit}` : reading;
}

/** What each side changed, field by field, as a surface shows it; undefined where there is no conflict. */
export function conflictOfView(
  definition: AnyResource,
  context: RecordContext,
): RecordConflict | undefined {
  const { initial: theirs, conflict } = context;
  if (conflict === undefined || context.record === undefined) return undefined;
  const { loaded, mine } = conflict;
  // Locks, labels and units as they are for the present record.
  const all = fieldsOf(definition, { ...context, draft: theirs });
  const changes = compared(all, theirs, conflict);
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

/** Fields that can't be put together without asking: both changed them, or mine can't be changed any more. */
export const collisions = (definition: AnyResource, context: RecordContext): readonly string[] =>
  (conflictOfView(definition, context)?.fields ?? [])
    .filter(({ changed, locked }) => changed === 'both' || locked !== undefined)
    .map(({ name }) => name);

/** What a choice between the two values of a field is answered under; no field has such a name. */
const needName = (name: string): string => `keep.${name}`;

/** A choice for each field that both changed, under 'keep.{name}': 'mine' or 'theirs'; one for fields that depend on one another. */
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

/** What others changed and is put together with mine without asking: to say so once it is saved. */
export const mergedFrom = (
  definition: AnyResource,
  context: RecordContext,
): RecordContext['meanwhile'] => ({
  ...context.meanwhile,
  ...Object.fromEntries(
    (conflictOfView(definition, context)?.fields ?? [])
      .filter(({ take }) => take === 'theirs')
      .map(({ groupTitle, label, loaded, name, theirs }) => [
        name,
        {
          ...{ name, label: groupTitle ? `${groupTitle}: ${label}` : label },
          ...{ before: context.meanwhile[name]?.before ?? loaded.shown, now: theirs.shown },
        },
      ]),
  ),
});
