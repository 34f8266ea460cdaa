import type { Hono } from 'hono';
import { csvStream, fileHeaders } from '../csv.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { answerRecord } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { notFound } from '../http/problem.ts';
import { idsOf } from '../ids.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { offThread } from '../threads/off-thread.ts';
import {
  CARD_EXPORT_HEADER,
  CARD_LIST,
  type CardRow,
  cardExportRow,
  presentCard,
} from './card-wire.ts';

const PATH = '/fuel-card-management';
/** Cards read at a time while an export runs. */
const BATCH = 500;

async function* cardsById(c: AppContext, ids: readonly number[]): AsyncGenerator<CardRow> {
  const { companyId } = signedIn(c);
  const { store } = c.get('services');
  for (let start = 0; start < ids.length; start += BATCH) {
    const query = store.read
      .selectFrom('cards')
      .selectAll()
      .where('id', 'in', ids.slice(start, start + BATCH))
      .orderBy('id');
    yield* await (companyId === null ? query : query.where('company_id', '=', companyId)).execute();
  }
}

async function* mapped<A, B>(rows: AsyncIterable<A>, map: (row: A) => B): AsyncGenerator<B> {
  for await (const row of rows) yield map(row);
}

/** Fuel cards (CARD-01, CARD-04, CARD-14). */
export function cardRoutes(app: Hono<AppEnv>): void {
  listRoutes(app, {
    path: PATH,
    action: 'cards.list',
    list: CARD_LIST,
    present: (rows) => rows.map(presentCard),
  });

  app.post(`${PATH}/export`, permit('cards.export'), offThread('files'), async (c) => {
    const ids = idsOf((await jsonBody(c)).cardIds, 'cardIds');
    const rows = mapped(cardsById(c, ids), cardExportRow);
    return c.body(csvStream(CARD_EXPORT_HEADER, rows), 200, fileHeaders('Cards.csv'));
  });

  app.get(`${PATH}/:id{[0-9]{1,15}}`, permit('cards.get'), async (c) => {
    for await (const card of cardsById(c, [Number(c.req.param('id'))]))
      return answerRecord(c, card, presentCard(card));
    throw notFound(`Card ${c.req.param('id')}`);
  });
}
