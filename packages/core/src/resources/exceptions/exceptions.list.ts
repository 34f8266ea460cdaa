import { EXCEPTION_RULES } from '../../exceptions/exception-rules.ts';
import { EXCEPTION_MESSAGES } from '../../messages/exception-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  ColumnNames,
  ListedResource,
  StateDefinition,
} from '../../resource/resource.types.ts';
import { rowExport } from '../../resource/row-export.ts';
import { exceptionActions, exceptionBulk } from './exceptions.actions.ts';
import { exceptionMeta } from './exceptions.meta.ts';
import { exceptionSchema, type PurchaseException } from './exceptions.schema.ts';
import { unjudgedRemark } from './unjudged-days.ts';

const STATES: readonly StateDefinition[] = [
  { value: 'Open', tone: 'warn', means: 'Nobody has explained or dismissed it yet.' },
  { value: 'Explained', tone: 'neutral', means: 'Somebody knows why, and says so.' },
  { value: 'Dismissed', tone: 'neutral', means: 'Somebody decided that it doesn’t matter.' },
];

export const exceptionList = {
  ...exceptionMeta,
  schema: exceptionSchema,
  id: (row) => row.id ?? '',
  list: {
    title: 'Exceptions',
    path: 'exceptions',
    columns: [
      {
        field: 'rule_name',
        label: 'Rule',
        kind: 'text',
        options: EXCEPTION_RULES.map(({ label }) => ({ key: label, value: label })),
      },
      {
        field: 'state',
        label: 'State',
        kind: 'status',
        options: STATES.map(({ value }) => ({ key: value, value })),
        states: STATES,
      },
      { field: 'figure', label: 'Figure', kind: 'text' },
      { field: 'limit', label: 'Limit', kind: 'text' },
      { field: 'txn_date', label: 'Time Stamp', kind: 'instant' },
      {
        field: 'authentication_id',
        label: 'Auth Code',
        kind: 'code',
        leadsTo: { resource: 'transactions' },
      },
      {
        field: 'card_number',
        label: 'Card Number',
        kind: 'card',
        leadsTo: { resource: 'cards', by: 'card_number' },
      },
      {
        field: 'company_name',
        label: 'Company',
        kind: 'text',
        leadsTo: { resource: 'customers', by: 'company_name' },
      },
      { field: 'station_number', label: 'Site Number', kind: 'code' },
      { field: 'reason', label: 'Reason', kind: 'text' },
      { field: 'settled_by', label: 'By', kind: 'text' },
      { field: 'import_id', label: 'Import', kind: 'code', hidden: true },
    ],
    dateField: 'txn_date',
    defaultSort: { field: 'date', direction: 'desc' },
    selectable: true,
    brief: {
      names: ['authentication_id'],
      about: ['rule_name', 'figure', 'limit', 'state', 'company_name'],
      labelled: ['txn_date', 'card_number'],
    },
    remark: unjudgedRemark,
    texts: { none: MESSAGES.noRecordInTable, noRows: EXCEPTION_MESSAGES.noRows },
  },
  actions: exceptionActions,
  bulk: exceptionBulk,
  export: rowExport(exceptionMeta, 'exceptions', 'Exceptions'),
} satisfies ListedResource<PurchaseException>;

/** What the list is filtered and sorted by. */
export interface ExceptionNames extends ColumnNames<typeof exceptionList> {}
