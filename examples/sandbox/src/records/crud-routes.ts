import type { Action, AnyResource } from '@forecourt/core';
import type { Hono } from 'hono';
import type { Selectable } from 'kysely';
import { type Actor, actorOf, recordChange, withTrail } from '../audit/audit.ts';
import {
  companyOfBoth,
  deletedValues,
  isUnchanged,
  recordSaved,
  trailLabel,
} from '../audit/changes.ts';
import type { Account } from '../auth/account.ts';
import type { Schema, TableName } from '../db/schema.ts';
import type { Reader, WriteOptions, Writer } from '../db/store.ts';
import { refuseField } from '../forms/sent-record.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { answerRecord, ifMatch } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { type ListRoute, listRoutes } from '../lists/list-routes.ts';
import { type WholeList, wholeListRoutes } from '../lists/whole-list-routes.ts';
import type { Services } from '../services.ts';
import { visibleRow } from './visible-row.ts';

export type Body = Readonly<Record<string, unknown>>;
type StoredRow<T extends TableName> = Selectable<Schema[T]> & {
  readonly id: number;
  readonly version: number;
};

/** What a resource does its own way. `Sent` is what its forms send, `Shown` a record as its GET answers it. */
export interface Crud<T extends TableName, Sent, Shown extends Body>
  extends Pick<ListRoute<T>, 'list' | 'present' | 'answer'>,
    Pick<WholeList<T>, 'exported' | 'exportName'> {
  readonly record: (row: StoredRow<T>, read: Reader | Writer) => Shown | Promise<Shown>;
  /** Throws a 404. By default finds rows of the list's table by id, within the account's company. */
  readonly find?: (read: Reader | Writer, account: Account, id: string) => Promise<StoredRow<T>>;
  /** Reads the body before the transaction begins. Throws a 422 that names each unreadable field. */
  readonly read: (body: Body, services: Services) => Sent | Promise<Sent>;
  readonly create?: (tx: Writer, actor: Actor, sent: Sent) => Promise<StoredRow<T>>;
  readonly update?: (
    tx: Writer,
    actor: Actor,
    before: { readonly row: StoredRow<T>; readonly record: Shown },
    sent: Sent,
  ) => Promise<StoredRow<T>>;
  /** Returns what the trail keeps of the record beyond its values. */
  readonly remove?: (tx: Writer, actor: Actor, row: StoredRow<T>) => Promise<object>;
  /**
   * Called with what was created, changed (as it was and as it is) or deleted, in the transaction of the change.
   */
  readonly after?: (
    tx: Writer,
    services: Services,
    rows: readonly StoredRow<T>[],
    verb: 'create' | 'update' | 'delete',
  ) => Promise<void>;
  /** What the trail keeps of a change beyond the fields that differ; `before` is undefined for a new record. */
  readonly noted?: (sent: Sent, before: StoredRow<T> | undefined) => object | false;
  /** What the record's answers have beyond what it stores, read after the trail was written. */
  readonly also?: (read: Reader | Writer, account: Account, row: StoredRow<T>) => Promise<Body>;
  /** Returns the actor with the rights that it has by the time of the write. Throws a 401 or a 403. */
  readonly recheck?: (tx: Writer, actor: Actor, action: Action) => Promise<Actor>;
  readonly turn?: WriteOptions['turn'];
}

/** Undoes an update that left the record as it was, so that its version and the trail stay as they are. */
class Unchanged extends Error {
  readonly row: { readonly version: number };
  readonly record: Body;

  constructor(row: { readonly version: number }, record: Body) {
    super('Nothing changed.');
    this.row = row;
    this.record = record;
  }
}

const ID = ':id';

/** A path of core's definition, as Hono writes it. */
const routeOf = (path: string): string => `/${decodeURIComponent(path).replace(/\/$/, '')}`;

/** The id in the path, or in the body where the path has none (MARK-03). */
function idOf(c: AppContext, body: Body): string {
  const id = c.req.param('id') ?? body.id ?? '';
  if (id === '') throw refuseField('/id', 'It is required.');
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  throw refuseField('/id', 'It must be text or a number.');
}

/**
 * Serves the calls that a resource's definition makes: list and search, get, create, update and delete, each under its
 * right (ACC-04). A record is answered with its ETag; a change checks If-Match (WIRE-05), and writes its trail and
 * confirms its Idempotency-Key in its own transaction. `crud` has what is particular to the resource.
 */
export function crudRoutes<T extends TableName, Sent, Shown extends Body>(
  app: Hono<AppEnv>,
  definition: AnyResource,
  crud: Crud<T, Sent, Shown>,
): void {
  const { form, name, noun, record, remove } = definition;
  const { create, list, read, update } = crud;
  const action = (verb: string) => `${name}.${verb}` as Action;
  const readBy = action(record ? 'get' : 'list');
  const find =
    crud.find ??
    ((reader, account, id) =>
      visibleRow(reader, list, account, id, noun[0]) as Promise<StoredRow<T>>);

  /** One write: all or nothing, with its trail. */
  const write = <R>(
    c: AppContext,
    verb: string,
    work: (tx: Writer, actor: Actor) => Promise<R>,
  ): Promise<R> => {
    const caller = actorOf(c, signedIn(c));
    const attempt = async (tx: Writer) =>
      work(tx, (await crud.recheck?.(tx, caller, action(verb))) ?? caller);
    const { store } = c.get('services');
    return withTrail(store, caller, action(verb), attempt, crud.turn && { turn: crud.turn });
  };

  /** A record as it is answered. */
  const answerOf = async (
    read: Reader | Writer,
    account: Account,
    row: StoredRow<T>,
    shown: Body,
  ): Promise<Body> => (crud.also ? { ...shown, ...(await crud.also(read, account, row)) } : shown);

  /** What the trail keeps of a record besides its values. */
  const entryOf = (before: StoredRow<T> | undefined, row: StoredRow<T>, shown: Body) => ({
    resource: name,
    recordId: row.id,
    label: trailLabel(definition, shown),
    companyId: companyOfBoth(before, row as Body),
  });

  wholeListRoutes(app, definition, crud);
  listRoutes(app, { ...crud, path: routeOf(definition.list.path), action: action('list') });

  if (record) {
    app.get(routeOf(record.path(ID)), permit(action('get')), async (c) => {
      const { store } = c.get('services');
      const account = signedIn(c);
      const row = await find(store.read, account, idOf(c, {}));
      const shown = await crud.record(row, store.read);
      return answerRecord(c, row, await answerOf(store.read, account, row, shown));
    });
  }

  if (create && form?.create) {
    const { method, path } = form.create;
    const route = routeOf(path({ mode: 'create', draft: {}, detail: undefined }));
    app.on(method, route, permit(action('create')), async (c) => {
      const sent = await read(await jsonBody(c), c.get('services'));
      return write(c, 'create', async (tx, actor) => {
        const row = await create(tx, actor, sent);
        await crud.after?.(tx, c.get('services'), [row], 'create');
        const after = await crud.record(row, tx);
        const noted = crud.noted?.(sent, undefined);
        await recordSaved(tx, actor, { ...entryOf(undefined, row, after), after, noted });
        return answerRecord(c, row, await answerOf(tx, actor.account, row, after), 201);
      });
    });
  }

  if (update && form?.update) {
    const { method, path } = form.update;
    const route = routeOf(path({ mode: 'edit', draft: {}, detail: { id: ID } }));
    app.on(method, route, permit(action('update')), async (c) => {
      const body = await jsonBody(c);
      const id = idOf(c, body);
      const sent = await read(body, c.get('services'));
      const match = ifMatch(c, readBy);
      const changing = write(c, 'update', async (tx, actor) => {
        const stored = await find(tx, actor.account, id);
        const before = await crud.record(stored, tx);
        await match(stored, () => answerOf(tx, actor.account, stored, before));
        const row = await update(tx, actor, { row: stored, record: before }, sent);
        const after = await crud.record(row, tx);
        const noted = crud.noted?.(sent, stored);
        if (!noted && isUnchanged(before, after)) {
          throw new Unchanged(stored, await answerOf(tx, actor.account, stored, before));
        }
        await crud.after?.(tx, c.get('services'), [stored, row], 'update');
        const entry = entryOf(stored, row, after);
        await recordSaved(tx, actor, { ...entry, before, after, noted });
        return answerRecord(c, row, await answerOf(tx, actor.account, row, after));
      });
      return changing.catch((error: unknown) => {
        if (error instanceof Unchanged) return answerRecord(c, error.row, error.record);
        throw error;
      });
    });
  }

  const deleteRow = crud.remove;
  if (deleteRow && remove) {
    app.delete(routeOf(remove.path(ID)), permit(action('delete')), async (c) => {
      const match = ifMatch(c, readBy);
      return write(c, 'delete', async (tx, actor) => {
        const row = await find(tx, actor.account, idOf(c, {}));
        await match(row, async () => answerOf(tx, actor.account, row, await crud.record(row, tx)));
        const shown = await crud.record(row, tx);
        const entry = entryOf(undefined, row, shown);
        const changes = { ...(await deleteRow(tx, actor, row)), ...deletedValues(shown) };
        await crud.after?.(tx, c.get('services'), [row], 'delete');
        await recordChange(tx, actor, { ...entry, action: action('delete'), changes });
        return c.json({});
      });
    });
  }
}
