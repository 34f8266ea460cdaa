import type { Hono } from 'hono';
import { actorOf } from '../audit/audit.ts';
import type { AppEnv } from '../http/env.ts';
import { answerRecord, ifMatch } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { createMarkup, updateMarkup } from './markup-store.ts';
import { MARKUP_LIST, presentMarkup } from './markup-wire.ts';

const PATH = '/fuel-customer-markups';

/** What is added to the prices of fuel companies, by customer (MARK-01, MARK-03). */
export function markupRoutes(app: Hono<AppEnv>): void {
  listRoutes(app, {
    path: PATH,
    action: 'markups.list',
    list: MARKUP_LIST,
    present: (rows) => rows.map(presentMarkup),
  });

  app.post(PATH, permit('markups.create'), async (c) => {
    const body = await jsonBody(c);
    const actor = actorOf(c, signedIn(c));
    const row = await c.get('services').store.write((tx) => createMarkup(tx, actor, body));
    return answerRecord(c, row, presentMarkup(row), 201);
  });

  app.put(PATH, permit('markups.update'), async (c) => {
    const body = await jsonBody(c);
    const actor = actorOf(c, signedIn(c));
    const match = ifMatch(c, 'markups.list');
    const row = await c.get('services').store.write((tx) => updateMarkup(tx, actor, body, match));
    return answerRecord(c, row, presentMarkup(row));
  });
}
