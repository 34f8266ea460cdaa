import {
  type AnyOwnResource,
  type Draft,
  type FormMode,
  ownResource,
  ownResources,
} from '@forecourt/core';
import type { Hono } from 'hono';
import { type InsertObject, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Account } from '../auth/account.ts';
import type { Schema, TableName } from '../db/schema.ts';
import {
  bodyOf,
  decodeSent,
  formOf,
  issuesOf,
  overlay,
  refuseIssues,
} from '../forms/sent-record.ts';
import type { AppEnv } from '../http/env.ts';
import { permit } from '../http/permit.ts';
import { type Body, crudRoutes } from '../records/crud-routes.ts';
import { visibleRow } from '../records/visible-row.ts';
import { listOf, type OwnRow, presentOwn, storedValues, tableOf } from './own-wire.ts';

/** Any table with an id and a company; Kysely's types need one by name. */
type Owned = 'cards';
type OwnedRow = InsertObject<Schema, Owned>;

/** What is to be stored of a body that the resource's form accepts. Throws a 422. */
function accepted(own: AnyOwnResource, mode: FormMode, sent: Body, before?: Body) {
  const definition = ownResource(own);
  const form = formOf(definition);
  const detail = before && z.parse(definition.record?.schema ?? definition.schema, before);
  const decoded = decodeSent(definition.schema, sent);
  const draft: Draft = overlay(form.draft(detail), form.draft(decoded), Object.keys(sent));
  const state = { mode, draft, detail };
  refuseIssues(issuesOf(form, state));
  return storedValues(own, bodyOf(form, state));
}

/** Serves a resource of your own by its definition alone: its values are stored as they are sent. */
function ownRoutesOf(app: Hono<AppEnv>, own: AnyOwnResource): void {
  const table = tableOf(own) as Owned;
  const list = listOf(own);
  const present = (row: unknown) => presentOwn(own, row as OwnRow);
  const find = (read: Parameters<typeof visibleRow>[0], account: Account, id: number) =>
    visibleRow(read, list, account, id, own.noun[0]) as Promise<never>;
  crudRoutes<TableName, Body, Body>(app, ownResource(own), {
    list,
    present: (rows) => rows.map(present),
    record: present,
    read: (body) => body,
    create: async (tx, { account }, sent) => {
      const columns = { ...accepted(own, 'create', sent), company_id: account.companyId };
      const { id } = await tx
        .insertInto(table)
        .values(columns as unknown as OwnedRow)
        .returning('id')
        .executeTakeFirstOrThrow();
      return find(tx, account, id);
    },
    update: async (tx, { account }, { record, row }, sent) => {
      const columns = accepted(own, 'edit', sent, record);
      if (Object.keys(columns).length > 0) {
        await tx.updateTable(table).set(columns).where('id', '=', row.id).execute();
      }
      return find(tx, account, row.id);
    },
    remove: async (tx, _actor, row) => {
      await sql`delete from ${sql.table(table)} where id = ${row.id}`.execute(tx);
      return {};
    },
  });
}

/** Serves the resources of your own that this process knows, and their lists of choices. */
export function ownRoutes(app: Hono<AppEnv>): void {
  for (const own of ownResources()) {
    ownRoutesOf(app, own);
    for (const [path, options] of Object.entries(own.references ?? {})) {
      app.get(`/${path}`, permit('reference.get'), (c) => c.json(options));
    }
  }
}
