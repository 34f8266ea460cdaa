import type { Hono } from 'hono';
import type { Selectable } from 'kysely';
import type { Account } from '../auth/account.ts';
import { csvStream, fileHeaders } from '../csv.ts';
import type { AuditTable } from '../db/schema-office.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { queryOf } from '../http/known-fields.ts';
import { permit, signedIn } from '../http/permit.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import { fromQuery, type ListRequest } from '../lists/list-request.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { inZone, matching, ordered } from '../lists/matching.ts';
import { offThread } from '../threads/off-thread.ts';
import { CHANGES_FIELD, maskedFor } from './readable-changes.ts';

type AuditRow = Selectable<AuditTable>;

/** What changed, as the account may read it. */
const changesOf = ({ changes }: AuditRow, { access }: Account): unknown => {
  const stored: unknown = JSON.parse(changes);
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? maskedFor(access, stored as Readonly<Record<string, unknown>>)
    : stored;
};

const AUDIT_LIST: ListDefinition<'audit'> = {
  table: 'audit',
  fields: {
    ...fieldsOf({
      text: 'actor acting_as action resource record_id address request_id',
      whole: 'id times',
      instant: 'at last_at',
    }),
    changes: CHANGES_FIELD,
  },
  dateField: 'at',
  order: { field: 'id', direction: 'desc' },
  scoped: false,
};

const HEADER = [
  'id',
  'at',
  'actor',
  'acting_as',
  'action',
  'resource',
  'record_id',
  'changes',
  'address',
  'request_id',
  'times',
  'last_at',
] as const satisfies readonly (keyof AuditRow)[];

async function* exportRows(c: AppContext, asked: ListRequest) {
  const account = signedIn(c);
  const { store, timeZone } = c.get('services');
  const request = inZone(AUDIT_LIST, asked, timeZone);
  const rows = store.stream((reader) => {
    const found = matching(reader, AUDIT_LIST, request, account);
    return ordered(found, AUDIT_LIST, request).selectAll().stream() as AsyncIterable<AuditRow>;
  });
  for await (const row of rows) {
    const readable = { ...row, changes: JSON.stringify(changesOf(row, account)) };
    yield HEADER.map((name) => readable[name]);
  }
}

/** The trail of changes, sign-ins, refusals and files: for staff with read on users (ACC-04, AUTH-13). */
export function auditRoutes(app: Hono<AppEnv>): void {
  app.get('/audit/export', permit('audit.export'), offThread('files'), (c) => {
    const rows = exportRows(c, fromQuery(queryOf(c)));
    const day = c.get('services').now().toISOString().slice(0, 10);
    return c.body(csvStream(HEADER, rows), 200, fileHeaders(`Audit-${day}.csv`));
  });

  listRoutes(app, {
    path: '/audit',
    action: 'audit.list',
    list: AUDIT_LIST,
    present: (rows, _read, account) =>
      rows.map((row) => ({
        id: row.id,
        at: row.at,
        actor: row.actor,
        acting_as: row.acting_as === '' ? null : row.acting_as,
        action: row.action,
        resource: row.resource,
        record_id: row.record_id,
        changes: changesOf(row, account),
        address: row.address,
        request_id: row.request_id,
        times: row.times,
        last_at: row.last_at === '' ? row.at : row.last_at,
      })),
  });
}
