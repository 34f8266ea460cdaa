import * as z from 'zod';
import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { instant, text } from '../../resource/wire-values.ts';

/** What changed: text, or values by field, which are kept as JSON text. */
const changes = () =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === 'string' || value === undefined || value === null
        ? value
        : JSON.stringify(value),
    );

const auditSchema = z.object({
  id: text(),
  at: instant(),
  /** E-mail of who did it. */
  actor: text(),
  /** Account acted for, where that was another. */
  acting_as: text(),
  action: text(),
  resource: text(),
  record_id: text(),
  changes: changes(),
  /** Where the call came from. */
  address: text(),
  request_id: text(),
  /** A refusal that was met several times within an hour is one entry. */
  times: text(),
});

/** A change, sign-in, refusal or file that somebody asked for (AUTH-13). */
export type AuditEntry = z.output<typeof auditSchema>;

/** The trail of changes, sign-ins, refusals and files, for staff (ACC-04, AUTH-13). It has no screen of its own and stands in no registry. */
export const audit = defineResource<AuditEntry>({
  name: 'audit',
  noun: ['audit entry', 'audit entries'],
  menu: 'users',
  menuLabel: 'Audit',
  route: '/audit',
  schema: auditSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Audit',
    path: 'audit',
    columns: [
      { field: 'at', label: 'At', kind: 'instant' },
      { field: 'actor', label: 'Actor', kind: 'text' },
      { field: 'acting_as', label: 'Acting As', kind: 'text' },
      { field: 'action', label: 'Action', kind: 'code' },
      { field: 'resource', label: 'Resource', kind: 'text' },
      { field: 'record_id', label: 'Record', kind: 'code' },
      { field: 'changes', label: 'Changes', kind: 'text' },
      { field: 'address', label: 'Address', kind: 'code' },
      { field: 'times', label: 'Times', kind: 'code' },
      { field: 'request_id', label: 'Request', kind: 'code' },
    ],
    dateField: 'at',
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.noRecordInTable },
  },
});
