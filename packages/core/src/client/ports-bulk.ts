import { formatInstant } from '../format/dates.ts';
import { etagOf } from '../http/bodies.ts';
import type { Call } from '../http/http.types.ts';
import { ApiError } from '../http/outcome.ts';
import { BULK_MESSAGES } from '../messages/bulk-messages.ts';
import type { ActionDefinition, BulkDefinition, Draft } from '../resource/form.types.ts';
import { textIn } from '../resource/form-values.ts';
import { idReference } from '../resource/record-reference.ts';
import type { AnyListed, AnyResource } from '../resource/resource.types.ts';
import { getRecord } from '../resource/resource-client.ts';
import { rowLabel } from '../resource/row-label.ts';
import { findResource } from '../resources/registry.ts';
import type { BulkPorts, BulkRow } from '../workflows/bulk/bulk.types.ts';
import type { Client } from './client.ts';
import { randomText } from './ports.ts';
import { previewAction } from './preview-action.ts';
import { sendChange } from './send-change.ts';

/** A row's call as it is kept: the key and the signal are the run's. */
export type RowCall = Omit<Call, 'idempotencyKey' | 'signal'>;
type Fields = Readonly<Record<string, unknown>>;

/** A row's call, and the values by which it is taken back. */
interface Prepared {
  readonly call: RowCall;
  readonly label?: string | undefined;
  readonly before?: Draft | undefined;
}

/** Stores the call of a row until its outcome is known, so that a killed run can be resumed. */
export interface RowKeeper {
  /** The call that an earlier run left open. */
  readonly open: { readonly key: string; readonly call?: RowCall } | undefined;
  send<T>(
    change: { readonly key: string; readonly call: RowCall },
    send: (key: string) => Promise<T>,
  ): Promise<T>;
}

/** Keeps nothing beyond this process. */
const unkept: RowKeeper = { open: undefined, send: ({ key }, send) => send(key) };

const changedError = (operation: string): ApiError =>
  new ApiError({
    kind: 'http',
    operation,
    status: 412,
    code: 'conflict',
    message: 'It changed after it was shown on screen.',
  });

/** Values of fields that the form itself doesn't have, such as the reason of a hold; blank ones are left out. */
const besides = ({ fields = [] }: BulkDefinition, set: Draft): Draft =>
  Object.fromEntries(
    fields.map(({ name }) => [name, textIn(set, name)]).filter(([, text]) => text !== ''),
  );

/** Builds the call that sets a record's values; the service judges the rest. */
function updateCall(
  { form, name }: AnyResource,
  detail: unknown,
  definition: BulkDefinition,
  { etag, set }: { readonly etag: string | undefined; readonly set: Draft },
): RowCall {
  if (form?.update === undefined) throw new TypeError(`${name} has no update.`);
  const state = { mode: 'edit', detail, draft: { ...form.draft(detail), ...set } } as const;
  const { body, method, path } = form.update;
  const own = body(state, {}) as Readonly<Record<string, unknown>>;
  const json = { ...own, ...besides(definition, set) } as NonNullable<Call['json']>;
  const call = { operation: `${name}.update`, method, path: path(state), json };
  return { ...call, ...(etag !== undefined && { ifMatch: etag }) };
}

/** Number of rows that a warning names, and of calls on their way at a time. */
const [NAMED, AT_ONCE] = [3, 4];

/**
 * Returns which rows an action was done to before, and when, from the action's preview (INV-13); undefined if
 * it was done to none. What the service would refuse is left to the run, which reports it.
 */
async function lookBackOn(
  rows: readonly BulkRow[],
  done: string,
  previewOf: (row: BulkRow) => Promise<{ label: string; at: string | undefined }>,
): Promise<string | undefined> {
  const before: { readonly label: string; readonly at: string }[] = [];
  let unknown = 0;
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const looks = await Promise.allSettled(rows.slice(from, from + AT_ONCE).map(previewOf));
    for (const look of looks) {
      if (look.status === 'rejected') {
        if (!(look.reason instanceof ApiError && look.reason.status === 409)) unknown += 1;
      } else if (look.value.at !== undefined) {
        before.push({ label: look.value.label, at: look.value.at });
      }
    }
  }
  const names = before.slice(0, NAMED).map(({ at, label }) => `${label} on ${formatInstant(at)}`);
  const more = before.length - names.length;
  const which = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  const found = [
    ...(names.length > 0 ? [BULK_MESSAGES.before(before.length, rows.length, done, which)] : []),
    ...(unknown > 0 ? [BULK_MESSAGES.beforeUnknown(unknown)] : []),
  ];
  return found.length > 0 ? found.join(' ') : undefined;
}

/**
 * Returns the ports for the same change of picked rows (LIST-15). Each row is loaded first: its number is in the
 * report, rows already in that state, and rows that changed after they were shown, are left alone.
 *
 * @param client whose session and connection are used
 * @param resource the definition of the rows' resource
 * @param definition which change: one of the resource's `bulk`
 * @param options `keeper` stores a row's call until its outcome is known, by the row's id. `typed`: the ids were
 * typed, and may be numbers; by default they are ids of rows. `asks`: somebody confirms the run, so it looks up
 * first what was done to the rows before (INV-13)
 */
export function bulkPorts(
  client: Client,
  resource: AnyListed,
  definition: BulkDefinition,
  {
    keeper = () => unkept,
    typed = false,
    asks = false,
  }: {
    readonly keeper?: (id: string) => RowKeeper;
    readonly typed?: boolean;
    readonly asks?: boolean;
  } = {},
): BulkPorts {
  /** By key: calls that were sent, to be repeated unchanged. */
  const sent = new Map<string, Prepared & { readonly label: string }>();

  async function load(id: string, signal: AbortSignal) {
    const whole = await findResource(resource.name)?.loadDefinition();
    if (whole === undefined) throw new TypeError(`There is no resource ${resource.name}.`);
    const reference = typed ? id : idReference(resource, id);
    return { whole, detail: (await getRecord(client, whole, reference, signal)) as Fields };
  }

  async function prepare({ etag: seen, id, set: own }: BulkRow, signal: AbortSignal, draft: Draft) {
    const { detail, whole } = await load(id, signal);
    const label = rowLabel(resource, detail);
    const already = definition.already?.(detail);
    if (already !== undefined) return { label, already };
    const etag = etagOf(detail);
    if (seen !== undefined && etag !== undefined && seen !== etag) {
      throw changedError(`${resource.name}.${definition.name}`);
    }
    const action = whole.actions?.find(({ name }) => name === definition.runs);
    if (action) {
      const known = resource.id(detail) || id;
      const operation = `${resource.name}.${action.name}`;
      return { label, call: { ...action.call([known], draft), operation } };
    }
    const set = { ...definition.set, ...(own ?? draft) };
    const call = updateCall(whole, detail, definition, { etag: etag ?? seen, set });
    return { label, call, before: definition.undo?.set(detail) };
  }

  async function run(row: BulkRow, signal: AbortSignal, draft: Draft = {}) {
    const keeping = keeper(row.id);
    const key = keeping.open?.key ?? row.key;
    const earlier: Prepared | undefined =
      sent.get(key) ?? (keeping.open?.call && { call: keeping.open.call });
    const ready = earlier ?? (await prepare(row, signal, draft));
    const label = 'label' in ready ? ready.label : row.label;
    if ('already' in ready && ready.already !== undefined) {
      return { ...(label && { label }), already: ready.already };
    }
    const { before, call } = ready as Prepared;
    sent.set(key, { call, label: label ?? row.id, before });
    const answer = await keeping.send({ key, call }, (sending) =>
      sendChange(client, { ...call, idempotencyKey: sending, signal }),
    );
    sent.delete(key);
    const etag = etagOf(answer);
    // Without its version nobody knows whether it was changed since.
    const undo = before && etag !== undefined && { id: row.id, etag, set: before };
    return {
      ...(label !== undefined && { label }),
      ...(undo && { undo: { ...undo, ...(label !== undefined && { label }) } }),
    };
  }

  const { done } = definition.texts;
  const action = resource.actions?.find(({ name }) => name === definition.runs);
  const { preview } = action ?? {};
  async function look(row: BulkRow, signal: AbortSignal) {
    const known = !typed && row.label !== undefined ? undefined : await load(row.id, signal);
    const label = known ? rowLabel(resource, known.detail) : (row.label ?? row.id);
    const own = known ? resource.id(known.detail) || row.id : row.id;
    const found = await previewAction(client, action as ActionDefinition, [own], signal);
    return { label, at: found?.doneBefore };
  }
  return {
    definition,
    noun: resource.noun,
    run,
    ...(asks &&
      preview && {
        lookBack: (rows, signal) => lookBackOn(rows, done, (row) => look(row, signal)),
      }),
    nonce: randomText,
    access: client.session.access,
  };
}
