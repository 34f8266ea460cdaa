import { exceptions } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf, beginEntry, endEntry } from '../audit/audit.ts';
import type { Account } from '../auth/account.ts';
import type { Reader } from '../db/store.ts';
import { reasonIn } from '../forms/reason.ts';
import type { AppEnv } from '../http/env.ts';
import { answerRecord, ifMatch } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { knownBody } from '../http/known-fields.ts';
import { permit, signedIn } from '../http/permit.ts';
import { listRoutes } from '../lists/list-routes.ts';
import { wholeListRoutes } from '../lists/whole-list-routes.ts';
import { visibleRow } from '../records/visible-row.ts';
import {
  EXCEPTION_LIST,
  exceptionDetail,
  presentException,
  presentListed,
} from './exception-wire.ts';
import { daysIn, judgeRange } from './judge-range.ts';
import { SETTLINGS, settleException } from './settle-exception.ts';
import { unjudgedOf } from './unjudged-days.ts';

/** Whose purchases an account judges: its company's, or everybody's (''). */
async function companyOf(read: Reader, { companyId }: Pick<Account, 'companyId'>): Promise<string> {
  if (companyId === null) return '';
  const company = await read
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirst();
  return company?.name ?? '';
}

/** Exceptions: what was found of purchases, and what people said about it (TXN-18). */
export function exceptionRoutes(app: Hono<AppEnv>): void {
  wholeListRoutes(app, exceptions, { list: EXCEPTION_LIST });
  listRoutes(app, {
    path: '/exceptions',
    action: 'exceptions.list',
    list: EXCEPTION_LIST,
    present: (rows) => rows.map(presentListed),
    besides: async ({ store }, account, request) => ({
      unjudged: await unjudgedOf(store.read, account, request),
    }),
  });

  app.post('/exceptions/judge', permit('exceptions.judge'), async (c) => {
    const days = daysIn(await knownBody(c, ['from', 'to']));
    const services = c.get('services');
    const actor = actorOf(c, signedIn(c));
    const { store } = services;
    const judged = {
      action: 'exceptions.judge',
      resource: 'exceptions',
      recordId: `${days.from} ${days.to}`,
      changes: days,
    };
    const entry = await store.write((tx) => beginEntry(tx, actor, judged));
    const counts = await judgeRange(services, actor.account, days);
    const changes = { ...days, ...counts };
    await store.write((tx) => endEntry(tx, actor, entry, { ...judged, changes }));
    const company_name = await companyOf(store.read, actor.account);
    return c.json({ ...days, ...counts, company_name });
  });

  app.get('/exceptions/:id', permit('exceptions.get'), async (c) => {
    const { store } = c.get('services');
    const account = signedIn(c);
    const row = await visibleRow(
      store.read,
      EXCEPTION_LIST,
      account,
      c.req.param('id'),
      'exception',
    );
    return answerRecord(c, row, await exceptionDetail(store.read, account, row));
  });

  for (const how of SETTLINGS) {
    app.post(`/exceptions/:id/${how}`, permit(`exceptions.${how}`), async (c) => {
      const reason = reasonIn(await jsonBody(c));
      const match = ifMatch(c, 'exceptions.get');
      const actor = actorOf(c, signedIn(c));
      const row = await c
        .get('services')
        .store.write((tx) =>
          settleException(tx, actor, { how, id: c.req.param('id'), match, reason }),
        );
      return answerRecord(c, row, presentException(row));
    });
  }
}
