import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { fieldsOf, type ListDefinition } from '../lists/list-definition.ts';
import { listRoutes } from '../lists/list-routes.ts';

const AUDIT_LIST: ListDefinition<'audit'> = {
  table: 'audit',
  fields: fieldsOf({
    text: 'actor acting_as action resource record_id changes request_id',
    whole: 'id',
    instant: 'at',
  }),
  dateField: 'at',
  order: { field: 'id', direction: 'desc' },
  scoped: false,
};

/** The trail of changes: for staff with users read (ACC-04). */
export function auditRoutes(app: Hono<AppEnv>): void {
  listRoutes(app, {
    path: '/audit',
    action: 'audit.list',
    list: AUDIT_LIST,
    staff: true,
    present: (rows) =>
      rows.map((row) => ({
        id: row.id,
        at: row.at,
        actor: row.actor,
        acting_as: row.acting_as === '' ? null : row.acting_as,
        action: row.action,
        resource: row.resource,
        record_id: row.record_id,
        changes: JSON.parse(row.changes),
        request_id: row.request_id,
      })),
  });
}
