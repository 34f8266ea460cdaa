import { cards } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf, Withheld, withTrail } from '../audit/audit.ts';
import { fileHeaders } from '../csv.ts';
import { decodeSent, overlay, refuseField, refuseIssues } from '../forms/sent-record.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { onceForUpload } from '../http/idempotency.ts';
import { answerRecord, ifMatch } from '../http/if-match.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { badRequest, notFound } from '../http/problem.ts';
import { idsOf } from '../ids.ts';
import { receiveUpload } from '../imports/upload.ts';
import { uploadDirectory } from '../imports/upload-directory.ts';
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
  visibleCard,
} from './card-store.ts';
import { templateCsv, templateWorkbook } from './card-template.ts';
import { type CardRow, presentCard } from './card-wire.ts';
import { importCards } from './import-cards.ts';

const PATH = '/fuel-card-management';
const ONE = `${PATH}/:id{[0-9]{1,15}}`;
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

/** Making, changing, deleting, assigning and handing in cards (CARD-03, CARD-05, CARD-06, CARD-14). */
export function cardWriteRoutes(app: Hono<AppEnv>): void {
  app.post(PATH, permit('cards.create'), async (c) => {
    const draft = cardForm.draft(decodeSent(cards.schema, await jsonBody(c)));
    const actor = actorOf(c, signedIn(c));
    const row = await withTrail(c.get('services').store, actor, 'cards.create', async (tx) =>
      stored(await createCard(tx, actor, draft)),
    );
    return answerRecord(c, row, presentCard(row), 201);
  });

  app.put(ONE, permit('cards.update'), async (c) => {
    const id = Number(c.req.param('id'));
    const sent = decodeSent(cards.schema, await jsonBody(c));
    const actor = actorOf(c, signedIn(c));
    const match = ifMatch(c, 'cards.get');
    const row = await c.get('services').store.write(async (tx) => {
      const before = await visibleCard(tx, actor.account, id);
      if (!before) throw notFound(`Card ${id}`);
      await match(before, () => presentCard(before));
      const draft = overlay(
        cardForm.draft(detailOf(before)),
        cardForm.draft(sent),
        Object.keys(sent),
      );
      return stored(await updateCard(tx, actor, before, draft));
    });
    return answerRecord(c, row, presentCard(row));
  });

  app.delete(ONE, permit('cards.delete'), async (c) => {
    const id = Number(c.req.param('id'));
    const actor = actorOf(c, signedIn(c));
    const match = ifMatch(c, 'cards.get');
    await c.get('services').store.write(async (tx) => {
      const row = await visibleCard(tx, actor.account, id);
      if (!row) throw notFound(`Card ${id}`);
      await match(row, () => presentCard(row));
      await deleteCard(tx, actor, row);
    });
    return c.json({});
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
}
