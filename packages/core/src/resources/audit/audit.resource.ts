import * as z from 'zod/mini';
import { MESSAGES } from '../../messages/messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { instant, text } from '../../resource/wire-values.ts';

/** What changed: text, or values by field, which are stored as JSON text. */
const changes = () =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value) =>
      typeof value === 'string' || value === undefined || value === null
        ? value
        : JSON.stringify(value),
    ),
  );

const auditSchema = z.object({
  id: text(),
  at: instant(),
  /** E-mail of the user who did it. */
  actor: text(),
  /** Account acted for, if it was another one. */
  acting_as: text(),
  action: text(),
  resource: text(),
  record_id: text(),
  changes: changes(),
  /** Address that sent the call. */
  address: text(),
  request_id: text(),
  /** How often a refusal occurred within an hour; repetitions share one entry. */
  times: text(),
});

/**
 * A change, sign-in, refusal or file request (AUTH-13).
 * @useDeclaredType
 */
export interface AuditEntry extends z.output<typeof auditSchema> {}

/**
 * The audit trail of changes, sign-ins, refusals and files, for staff (ACC-04, AUTH-13). It has no screen
 * and isn't in the registry.
 */
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
      { field: 'changes', label: 'Changes', kind: 'text', sortable: false },
      { field: 'address', label: 'Address', kind: 'code' },
      { field: 'times', label: 'Times', kind: 'code' },
      { field: 'request_id', label: 'Request', kind: 'code' },
    ],
    dateField: 'at',
    texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.noRecordInTable },
  },
});
