import {
  columnsIn,
  type Draft,
  type FormField,
  isDay,
  localToday,
  MESSAGES,
  reportIssues,
  required,
} from '@forecourt/core';
import { brandOfHost, type DocumentBrand, documentBrand } from '../documents/document-brand.ts';
import { refuseIssues, unacceptable } from '../forms/sent-record.ts';
import type { AppContext } from '../http/env.ts';
import { signedIn } from '../http/permit.ts';
import { chosenOf } from './chosen-report.ts';
import type { Report, ReportRequest } from './report.types.ts';

/** The choices of a report, as they were sent. */
export type Body = Readonly<Record<string, unknown>>;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Checks the choices with core's definition of the call. */
export function checkReport(body: Body, fields: readonly FormField[]): void {
  const found = fields.flatMap(({ input, label, name, options, ...field }) => {
    const value = body[name] ?? '';
    const issue = (detail: string) => [{ pointer: `/${name}`, detail }];
    if (value === '') return field.required ? issue(required(label)) : [];
    if (typeof value !== 'string') return issue(MESSAGES.field.choice(label));
    if (input === 'day' && !isDay(value)) return issue(MESSAGES.field.day(label));
    const wrong = Array.isArray(options) && !options.some(({ key }) => key === value);
    return wrong ? issue(MESSAGES.field.choice(label)) : [];
  });
  if (found.length > 0) throw unacceptable(found);
  refuseIssues(reportIssues(body as Draft));
}

/** Computes a report of the checked choices: the same for the screen, the files and e-mails (REP-02). */
export async function computed(c: AppContext, body: Body): Promise<Report> {
  const { now, store, timeZone } = c.get('services');
  const text = (name: string): string | undefined => (body[name] as string) || undefined;
  const request: ReportRequest = {
    account: signedIn(c),
    from: text('from'),
    to: text('to'),
    today: localToday(now(), timeZone),
    by: text('by'),
    detail: body.format === 'excel' && !text('by'),
    timeZone,
  };
  const made =
    body.report_type === 'aging'
      ? (await import('./aging-report.ts')).agingReport
      : (await import('./sales-report.ts')).salesReport;
  const chosen = { by: text('by'), columns: columnsIn(text('columns') ?? '') };
  return chosenOf(await made(store.read, request), chosen);
}

/** The brand of a company's user, or for staff that of the portal they are at (INV-13). */
export async function brandFor(c: AppContext): Promise<DocumentBrand> {
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

/** Name of a report's file of a day: 'aging-report-2026-11-20.pdf'. */
export const reportFileName = ({ format, report_type }: Body, day: string): string =>
  `${String(report_type)}-report-${day}.${format === 'pdf' ? 'pdf' : 'xlsx'}`;

/** A report as a file, with its name. */
export async function fileOf(c: AppContext, body: Body) {
  const { now, timeZone } = c.get('services');
  const report = await computed(c, body);
  const name = reportFileName(body, localToday(now(), timeZone));
  if (body.format === 'pdf') {
    const { reportPdf } = await import('./report-pdf.ts');
    const content = await reportPdf(report, { at: now(), brand: await brandFor(c) });
    return { content, name, type: 'application/pdf' };
  }
  const { reportWorkbook } = await import('./report-workbook.ts');
  return { content: await reportWorkbook(report), name, type: XLSX };
}
