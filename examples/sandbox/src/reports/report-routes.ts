import { generateReport } from '@forecourt/core';
import type { Hono } from 'hono';
import { fileHeaders } from '../csv.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { knownBody, queryOf, refuseUnknownParameters } from '../http/known-fields.ts';
import { onlyOne } from '../http/only-one.ts';
import { permit } from '../http/permit.ts';
import { offThread } from '../threads/off-thread.ts';
import { reportOnScreen } from './chosen-report.ts';
import { emailReportTo, previewReportEmail } from './report-email.ts';
import { type Body, checkReport, computed, fileOf } from './report-request.ts';

const WHICH = generateReport.fields.filter(({ name }) => name !== 'format');

const NAMES = generateReport.fields.map(({ name }) => name);

async function asFile(c: AppContext, body: Body): Promise<Response> {
  checkReport(body, generateReport.fields);
  const { content, name, type } = await fileOf(c, body);
  return c.body(content, 200, fileHeaders(name, type));
}

/** Reports of the current data (REP-01, REP-02, REP-03). A company's user gets the company's own. */
export function reportRoutes(app: Hono<AppEnv>): void {
  app.get('/reporting', permit('reports.generate'), offThread('files'), async (c) => {
    refuseUnknownParameters(queryOf(c), NAMES);
    const asked = Object.fromEntries(NAMES.map((name) => [name, onlyOne(c, name)]));
    if (asked.format) return asFile(c, asked);
    checkReport(asked, WHICH);
    return c.json(reportOnScreen(await computed(c, asked)));
  });

  app.post('/reporting', permit('reports.generate'), offThread('files'), async (c) =>
    asFile(c, await knownBody(c, NAMES)),
  );

  app.get('/reporting/email/preview', permit('reports.email'), previewReportEmail);
  app.post('/reporting/email', permit('reports.email'), emailReportTo);
}
