import { cards } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf, Withheld } from '../audit/audit.ts';
import { fileHeaders } from '../csv.ts';
import { spareReason } from '../forms/reason.ts';
import { decodeSent, overlay, refuseField, refuseIssues } from '../forms/sent-record.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { onceForUpload } from '../http/idempotency.ts';
import { jsonBody } from '../http/json-body.ts';
import { refuseUnknown } from '../http/known-fields.ts';
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
import { holdOf } from './card-hold.ts';
import {
  cardForm,
  createCard,
  deleteCard,
  detailOf,
  type Entered,
  updateCard,
} from './card-store.ts';
import { templateCsv, templateWorkbook } from './card-template.ts';
import { cardTypes } from './card-types.ts';
import { CARD_EXPORT, CARD_LIST, type CardRow, presentCard } from './card-wire.ts';
import { checkCards, enterCards } from './import-cards.ts';

const PATH = '/fuel-card-management';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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
  app.post(`${PATH}/assign-card-company-bulk`, permit('cards.assign'), async (c) => {
    const body = await jsonBody(c);
    refuseUnknown(body, ['cardIds', 'customerCompanyId']);
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
        const { store } = c.get('services');
        // Other writes wait only for the rows that are stored, not for their check.
        const checked = await checkCards(store.read, actor, rows);
        return c.json(await store.write((tx) => enterCards(tx, actor, checked, fileName)));
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
      const types = await cardTypes(c.get('services').store.read);
      return c.body(await templateWorkbook(types), 200, headers);
    },
  );

  // After the calls above, whose paths would otherwise be read as ids.
  crudRoutes(app, cards, {
    list: CARD_LIST,
    exported: CARD_EXPORT,
    exportName: 'Cards.csv',
    present: (rows) => rows.map(presentCard),
    record: presentCard,
    also: holdOf,
    read: (body) => ({ card: decodeSent(cards.schema, body), reason: spareReason(body) }),
    create: async (tx, actor, { card }) =>
      stored(await createCard(tx, actor, cardForm.draft(card))),
    // The reason of a change that puts the card on hold; no other change has one.
    noted: ({ card, reason }, before) =>
      reason !== '' && card.card_status === 'HOLD' && before?.card_status !== 'HOLD' && { reason },
    update: async (tx, actor, { row }, { card }) => {
      const loaded = cardForm.draft(detailOf(row));
      const draft = overlay(loaded, cardForm.draft(card), Object.keys(card));
      return stored(await updateCard(tx, actor, row, draft));
    },
    remove: (tx, _actor, row) => deleteCard(tx, row),
  });
}
