import { setImmediate as turn } from 'node:timers/promises';

/** What is loaded for the first document, file or e-mail of its kind; some take a third of a second. */
const LOADED_LATER: readonly (() => Promise<unknown>)[] = [
  () => import('busboy'),
  () => import('@forecourt/core/provider-files'),
  () => import('./invoices/invoice-pdf.ts'),
  () => import('./reports/report-pdf.ts'),
  () => import('./reports/report-workbook.ts'),
  () => import('./reports/aging-report.ts'),
  () => import('./reports/sales-report.ts'),
  () => import('xlsx'),
  () => import('nodemailer'),
  () => import('fflate'),
];

/** Loads it while nobody waits, one by one, so that no call stands behind it. */
export async function warmUp(): Promise<void> {
  for (const load of LOADED_LATER) {
    await load();
    await turn();
  }
}
