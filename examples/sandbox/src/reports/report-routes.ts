import { generateReport, isDay, localToday, MESSAGES, required } from '@forecourt/core';
import type { Hono } from 'hono';
import { fileHeaders } from '../csv.ts';
import type { Reader } from '../db/store.ts';
import { brandOfHost, type DocumentBrand, documentBrand } from '../documents/document-brand.ts';
import { refuseIssues } from '../forms/sent-record.ts';
import type { AppContext, AppEnv } from '../http/env.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';
import { offThread } from '../threads/off-thread.ts';
import type { Report, ReportRequest } from './report.types.ts';

type Body = Readonly<Record<string, unknown>>;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Checks a body with core's definition of the call. */
function check(body: Body): void {
  const found = generateReport.fields.flatMap(({ input, label, name, options, ...field }) => {
    const value = body[name] ?? '';
    const issue = (code: string, message: string) => [[name, [{ code, message }]] as const];
    if (value === '') return field.required ? issue('required', required(label)) : [];
    if (input === 'day' && !(typeof value === 'string' && isDay(value))) {
      return issue('not_a_day', MESSAGES.field.day(label));
    }
    const wrong = Array.isArray(options) && !options.some(({ key }) => key === value);
    return wrong ? issue('not_a_choice', MESSAGES.field.choice(label)) : [];
  });
  refuseIssues(Object.fromEntries(found));
  const { from = '', to = '' } = body as { readonly from?: string; readonly to?: string };
  if (from !== '' && to !== '' && from > to) {
    refuseIssues({ to: [{ code: 'before_from', message: 'To must not be before From' }] });
  }
}

async function computed(type: string, request: ReportRequest, read: Reader): Promise<Report> {
  if (type === 'aging') return (await import('./aging-report.ts')).agingReport(read, request);
  return (await import('./sales-report.ts')).salesReport(read, request);
}

/** The brand of a company's user, or for staff that of the portal they are at (INV-13). */
async function brandFor(c: AppContext): Promise<DocumentBrand> {
  const { brandsFile, store } = c.get('services');
  const { companyId } = signedIn(c);
  if (companyId === null) {
    return documentBrand(brandsFile, await brandOfHost(brandsFile, c.req.url));
  }
  const company = await store.read
    .selectFrom('companies')
    .select('brand')
    .where('id', '=', companyId)
    .executeTakeFirst();
  return documentBrand(brandsFile, company?.brand ?? '');
}

/** Reports of the current data (REP-01). A company's user gets the company's own. */
export function reportRoutes(app: Hono<AppEnv>): void {
  app.post('/reporting', permit('reports.generate'), offThread('files'), async (c) => {
    const body = await jsonBody(c);
    check(body);
    const { now, store, timeZone } = c.get('services');
    const today = localToday(now(), timeZone);
    const day = (name: string): string | undefined => (body[name] as string) || undefined;
    const type = String(body.report_type);
    const days = { from: day('from'), to: day('to'), today, timeZone };
    const request = { account: signedIn(c), ...days };
    const report = await computed(type, request, store.read);
    const name = `${type}-report-${today}`;
    if (body.format === 'pdf') {
      const { reportPdf } = await import('./report-pdf.ts');
      const headers = fileHeaders(`${name}.pdf`, 'application/pdf');
      return c.body(await reportPdf(report, { at: now(), brand: await brandFor(c) }), 200, headers);
    }
    const { reportWorkbook } = await import('./report-workbook.ts');
    return c.body(await reportWorkbook(report), 200, fileHeaders(`${name}.xlsx`, XLSX));
  });
}
