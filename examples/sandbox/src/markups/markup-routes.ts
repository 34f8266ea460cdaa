import { markups } from '@forecourt/core';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { crudRoutes } from '../records/crud-routes.ts';
import { createMarkup, updateMarkup } from './markup-store.ts';
import { MARKUP_LIST, presentMarkup } from './markup-wire.ts';

/** What is added to the prices of fuel companies, by customer (MARK-01, MARK-03). */
export function markupRoutes(app: Hono<AppEnv>): void {
  crudRoutes(app, markups, {
    list: MARKUP_LIST,
    present: (rows) => rows.map(presentMarkup),
    record: presentMarkup,
    read: (body) => body,
    create: createMarkup,
    update: (tx, actor, { record }, body) => updateMarkup(tx, actor, record, body),
  });
}
