import { trail } from '@forecourt/core';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { permit, signedIn } from '../http/permit.ts';
import { notFound } from '../http/problem.ts';
import { fieldsOf } from '../lists/list-definition.ts';
import { fromBody } from '../lists/list-request.ts';
import { matching } from '../lists/matching.ts';
import { servedList } from '../lists/served-list.ts';
import type { ExportColumn } from '../lists/whole-list-routes.ts';
import { TRAIL_LIST } from './trail-list.ts';
import { eventDetail, presentEvent, type TrailRow, trailWords } from './trail-wire.ts';

const named = await trailWords();

/** The columns of core's list, as the list answers them. */
const EXPORTED = trail.list.columns.map(
  ({ field, label }): ExportColumn<TrailRow> => [
    label,
    (row, account) => String(presentEvent(row, named, account)[field as 'summary'] ?? ''),
  ],
);

const BY_ID = { ...TRAIL_LIST, fields: { ...TRAIL_LIST.fields, ...fieldsOf({ whole: 'id' }) } };

/** The trail: what happened, by whom and as whom (SHELL-14). */
export function trailRoutes(app: Hono<AppEnv>): void {
  servedList(app, trail, {
    list: TRAIL_LIST,
    exported: EXPORTED,
    present: (rows, _read, account) => rows.map((row) => presentEvent(row, named, account)),
  });

  app.get('/trail/:id', permit('trail.get'), async (c) => {
    const { store } = c.get('services');
    const id = c.req.param('id');
    const filters = [{ filterField: 'id', matchStrategy: 'equals', query: id }];
    // By the list's own conditions, so that nobody reads more than it shows.
    const row = /^\d{1,15}$/.test(id)
      ? await matching(store.read, BY_ID, fromBody({ filters }), signedIn(c))
          .selectAll()
          .executeTakeFirst()
      : undefined;
    if (!row) throw notFound(`Event ${id}`);
    return c.json(await eventDetail(store.read, row as TrailRow, signedIn(c)));
  });
}
