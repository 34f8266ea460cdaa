import { dailyRates, rateChanges, rates } from '@forecourt/core';
import type { RateLine, RateProvider } from '@forecourt/core/provider-files';
import type { Hono } from 'hono';
import { actorOf, recordChange } from '../audit/audit.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { onceForUpload } from '../http/idempotency.ts';
import { queryOf } from '../http/known-fields.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest } from '../http/problem.ts';
import { receiveUpload, type Upload } from '../imports/upload.ts';
import { uploadDirectory } from '../imports/upload-directory.ts';
import { fromQuery } from '../lists/list-request.ts';
import { servedList } from '../lists/served-list.ts';
import { readingOf } from '../services.ts';
import { takeLines } from '../threads/reading-threads.ts';
import { enterRates, ratesInForce } from './enter-rates.ts';
import { presentRateChange, RATE_CHANGE_LIST } from './rate-changes-list.ts';
import { rateDays } from './rate-days.ts';
import { presentRate, RATE_LIST } from './rate-list.ts';
import type { Against, ReadRates, RefusedCell } from './read-rates.ts';

const [PROVIDER] = dailyRates.fields;
const PROVIDERS = Array.isArray(PROVIDER?.options) ? PROVIDER.options.map(({ key }) => key) : [];

function providerOf(c: AppContext): RateProvider {
  const type = c.req.query('Type') ?? '';
  if (PROVIDERS.includes(type)) return type as RateProvider;
  throw badRequest(`Type must be one of ${PROVIDERS.join(', ')}.`, '/Type');
}

/** Reads the rates on a thread, which writes them to a file because there may be many. */
async function readUpload(
  c: AppContext,
  { fields, fileName, path }: Upload,
  by: { readonly provider: RateProvider; readonly today: string; readonly against: Against },
): Promise<ReadRates> {
  const to = `${path}.rows`;
  const task = { of: 'rates', file: { fields, fileName, path }, to, ...by } as const;
  const read = await readingOf(c.get('services')).read(task, signedIn(c).userId);
  const written = await takeLines<{ line?: RateLine; rejected?: RefusedCell }>(to);
  return {
    ...read,
    lines: written.flatMap(({ line }) => line ?? []),
    rejected: written.flatMap(({ rejected }) => rejected ?? []),
  };
}

async function enter(c: AppContext, provider: RateProvider, upload: Upload): Promise<Response> {
  const { now, store, taxTables = [] } = c.get('services');
  const today = now().toISOString().slice(0, 10);
  const former = await ratesInForce(store.read, provider, today);
  const actor = actorOf(c, signedIn(c));
  const read = await readUpload(c, upload, { provider, today, against: { former, taxTables } });
  if (read.lines.length > 0) {
    await store.write(async (tx) => {
      await enterRates(tx, read.lines, actor.at);
      await recordChange(tx, actor, {
        action: 'rates.upload',
        resource: 'rates',
        recordId: provider,
        changes: {
          file_name: upload.fileName,
          sha256: upload.sha256,
          days: [...new Set(read.lines.map(({ effectiveFrom }) => effectiveFrom))],
          accepted: read.acceptedRows,
          rejected: read.rejectedCells,
          warned: read.warned,
          accepted_guards: read.acceptedGuards,
        },
      });
    });
  }
  return c.json({ accepted: read.acceptedRows, rejected: read.rejected });
}

/** Daily rates of a provider (RATE-01, RATE-02, RATE-03), for staff only. */
export function rateRoutes(app: Hono<AppEnv>): void {
  servedList(app, rates, {
    list: RATE_LIST,
    present: (rows) => rows.map(presentRate),
  });

  app.get('/daily-rates/days', permit('rates.list'), async (c) => {
    const request = fromQuery(queryOf(c));
    return c.json(await rateDays(c.get('services'), signedIn(c), request));
  });
  servedList(app, rateChanges, {
    list: RATE_CHANGE_LIST,
    present: (rows) => rows.map(presentRateChange),
  });

  app.post('/upload-daily-rates', permit('rates.upload'), async (c) => {
    const services = c.get('services');
    const provider = providerOf(c);
    const limit = Math.min(services.maxUpload, dailyRates.maxBytes);
    const upload = await receiveUpload(c, uploadDirectory(services.store), limit);
    try {
      return await onceForUpload(c, upload, () => enter(c, provider, upload));
    } finally {
      await upload.remove();
    }
  });
}
