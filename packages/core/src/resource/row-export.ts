import { EXPORT_MESSAGES } from '../messages/export-messages.ts';
import type { Action } from '../permissions/index.ts';
import type { ExportDefinition, ResourceMeta } from './resource.types.ts';

/**
 * Returns the export of a list's rows with the columns of its definition (LIST-15): `POST {path}/export`
 * with `{ids}`, or with a filter.
 * A blank of the title is a hyphen of the file's name.
 * @example rowExport(invoiceMeta, 'spol/invoices', 'Invoices') // 'Export Invoices', Invoices.csv
 */
export const rowExport = (
  { name }: Pick<ResourceMeta, 'name'>,
  path: string,
  title: string,
): ExportDefinition => ({
  // Each list with an export has this action in the table of actions, which a test checks.
  action: `${name}.export` as Action,
  path: `${path}/export`,
  body: (ids) => ({ ids }),
  fileName: `${title.replaceAll(' ', '-')}.csv`,
  label: `Export ${title}`,
  texts: {
    none: EXPORT_MESSAGES.none,
    success: EXPORT_MESSAGES.saved(title),
    failure: EXPORT_MESSAGES.failed(title.toLowerCase()),
  },
});
