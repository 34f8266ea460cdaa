import { cards } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf, Withheld } from '../audit/audit.ts';
import { csvStream, fileHeaders } from '../csv.ts';
import { decodeSent, overlay, refuseField, refuseIssues } from '../forms/sent-record.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { onceForUpload } from '../http/idempotency.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest } from '../http/problem.ts';
import { idsOf } from '../ids.ts';
import { receiveUpload } from '../imports/upload.ts';
import { uploadDirectory } from '../imports/upload-directory.ts';
import { crudRoutes } from '../records/crud-routes.ts';
import { readingOf } from '../services.ts';
import { offThread } from '../threads/off-thread.ts';
import { takeLines } from '../threads/reading-threads.ts';
import { assignCards } from './assign-cards.ts';
import type { CardFileRow } from './card-file.ts';
import {
  cardForm,
  createCard,
  deleteCard,
  detailOf,
  type Entered,
  updateCard,
} from './card-store.ts';
import { templateCsv, templateWorkbook } from './card-template.ts';
import {
  CARD_EXPORT_HEADER,
  CARD_LIST,
  type CardRow,
  cardExportRow,
  presentCard,
} from './card-wire.ts';
import { importCards } from './import-cards.ts';

const PATH = '/fuel-card-management';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Cards that an export reads at a time. */
const BATCH = 500;

function stored(entered: Entered): CardRow {
  if ('row' in entered) return entered.row;
  const [issue] = entered.issues.card_number ?? [];
  if (entered.known && issue?.code === 'withheld') {
    const because = { resource: 'cards', recordId: entered.known.id };
    throw new Withheld('/card_number', issue.message, because);
  }
  refuseIssues(entered.issues);
  throw new Error('A card that was not stored must have issues.');
}

async function* exportRows(c: AppContext, ids: readonly number[]) {
  const { companyId } = signedIn(c);
  const { store } = c.get('services');
  for (let start = 0; start < ids.length; start += BATCH) {
    const query = store.read
      .selectFrom('cards')
      .selectAll()
      .where('id', 'in', ids.slice(start, start + BATCH))
      .orderBy('id');
    const own = companyId === null ? query : query.where('company_id', '=', companyId);
    yield* (await own.execute()).map(cardExportRow);
  }
}

async function receiveCards(c: AppContext) {
  const services = c.get('services');
  const limit = Math.min(services.maxUpload, cards.upload?.maxBytes ?? services.maxUpload);
  const upload = await receiveUpload(c, uploadDirectory(services.store), limit);
  const name = upload.fileName.toLowerCase();
  if (cards.upload?.accept.some((extension) => name.endsWith(extension)) === true) return upload;
  await upload.remove();
  throw refuseField('/file', cards.upload?.texts.wrongType ?? 'The file is of another kind.');
}

/** Fuel cards: their files, assignments and records (CARD-01, CARD-03 to CARD-06, CARD-14). */
export function cardRoutes(app: Hono<AppEnv>): void {
  app.post(`${PATH}/export`, permit('cards.export'), offThread('files'), async (c) => {
    const ids = idsOf((await jsonBody(c)).cardIds, 'cardIds');
    const rows = exportRows(c, ids);
    return c.body(csvStream(CARD_EXPORT_HEADER, rows), 200, fileHeaders('Cards.csv'));
  });

  app.post(`${PATH}/assign-card-company-bulk`, permit('cards.assign'), async (c) => {
    const body = await jsonBody(c);
    const cardIds = idsOf(body.cardIds, 'cardIds');
    if (cardIds.length === 0) throw badRequest('Choose at least one card.', '/cardIds');
    const [companyId = 0] = idsOf([body.customerCompanyId], 'customerCompanyId');
    const actor = actorOf(c, signedIn(c));
    const assigned = await c
      .get('services')
      .store.write((tx) => assignCards(tx, actor, companyId, cardIds));
    return c.json({ assigned });
  });

  app.post(`${PATH}/upload-fuel-card-csv`, permit('cards.import'), async (c) => {
    const upload = await receiveCards(c);
    try {
      return await onceForUpload(c, upload, async () => {
        const actor = actorOf(c, signedIn(c));
        const to = `${upload.path}.rows`;
        const { fileName, fields, path } = upload;
        const file = { path, fileName, fields };
        await readingOf(c.get('services')).read({ of: 'cards', file, to }, actor.account.userId);
        const rows = await takeLines<CardFileRow>(to);
        return c.json(await c.get('services').store.write((tx) => importCards(tx, actor, rows)));
      });
    } finally {
      await upload.remove();
    }
  });

  app.get(
    `${PATH}/download-fuel-card-csv`,
    permit('cards.template'),
    offThread('files'),
    async (c) => {
      const format = c.req.query('format') ?? 'xlsx';
      if (format === 'csv')
        return c.body(templateCsv(), 200, fileHeaders('SampleCardTemplate.csv'));
      if (format !== 'xlsx') throw badRequest('format must be xlsx or csv.', '/format');
      const headers = fileHeaders('SampleCardTemplate.xlsx', XLSX);
      return c.body(await templateWorkbook(), 200, headers);
    },
  );

  // After the calls above, whose paths would otherwise be read as ids.
  crudRoutes(app, cards, {
    list: CARD_LIST,
    present: (rows) => rows.map(presentCard),
    record: presentCard,
    read: (body) => decodeSent(cards.schema, body),
    create: async (tx, actor, sent) => stored(await createCard(tx, actor, cardForm.draft(sent))),
    update: async (tx, actor, { row }, sent) => {
      const loaded = cardForm.draft(detailOf(row));
      const draft = overlay(loaded, cardForm.draft(sent), Object.keys(sent));
      return stored(await updateCard(tx, actor, row, draft));
    },
    remove: (tx, _actor, row) => deleteCard(tx, row),
  });
}
