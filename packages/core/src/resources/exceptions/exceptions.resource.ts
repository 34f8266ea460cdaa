/** Exceptions: purchases beyond what the card and the day allow. The rules themselves are in `exceptions`. */

import { formatValue } from '../../format/values.ts';
import { EXCEPTION_MESSAGES } from '../../messages/exception-messages.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { NestedDefinition } from '../../resource/resource.types.ts';
import { type ExceptionNames, exceptionList } from './exceptions.list.ts';
import {
  type ExceptionDetail,
  exceptionDetailSchema,
  type PastPurchase,
  type PurchaseException,
} from './exceptions.schema.ts';

/** A purchase as shown: with what was bought, and the rule that it broke if the exception is about it. */
interface ShownPurchase extends PastPurchase {
  readonly bought: string;
  /** What judging it found. */
  readonly found: string;
  /** Whether the exception is about this one. */
  readonly isOwn: boolean;
}

/** What judging a purchase found; '' for nothing, or if the service doesn't say. */
const foundIn = ({ exceptions, judged }: PastPurchase): string =>
  judged === false ? EXCEPTION_MESSAGES.notJudged : (exceptions ?? '');

/** 'DIESEL LS 500.00 L, DEF 12.00 L' */
function boughtText({ lines, products, quantity, unit }: PastPurchase): string {
  const bought = lines?.length ? lines : [{ product: products, quantity, unit }];
  return bought
    .map((line) => {
      const volume = line.quantity ? formatValue('volume', line.quantity) : '';
      return [line.product, volume, line.unit].filter(Boolean).join(' ');
    })
    .join(', ');
}

const shownPurchases = ({
  authentication_id: own,
  purchases,
  rule_name: rule,
}: ExceptionDetail): readonly ShownPurchase[] =>
  (purchases ?? []).map((purchase) => {
    const isOwn = purchase.authentication_id === own;
    const found = foundIn(purchase) || (isOwn ? (rule ?? '') : '');
    return { ...purchase, bought: boughtText(purchase), found, isOwn };
  });

const PURCHASES: NestedDefinition<ShownPurchase> = {
  title: 'The card’s last ten purchases',
  empty: EXCEPTION_MESSAGES.noPurchases,
  current: ({ isOwn }) => isOwn,
  columns: [
    { field: 'found', label: 'Exception', kind: 'text' },
    {
      field: 'authentication_id',
      label: 'Auth Code',
      kind: 'code',
      leadsTo: { resource: 'transactions' },
    },
    { field: 'txn_date', label: 'Time Stamp', kind: 'instant' },
    { field: 'txn_station', label: 'Site Number', kind: 'code' },
    { field: 'address', label: 'Location', kind: 'text' },
    { field: 'bought', label: 'Products', kind: 'text' },
    { field: 'amount', label: 'Amount', kind: 'money', unitField: 'currency' },
  ],
};

const [EXCEPTION, PURCHASE, CARD] = ['Exception', 'Purchase', 'Card’s limits'];

const PURCHASE_COLUMNS: readonly string[] = [
  'authentication_id',
  'txn_date',
  'station_number',
  'company_name',
];
const CARD_COLUMNS: readonly string[] = ['card_number'];

const sectionOf = (field: string): string => {
  if (PURCHASE_COLUMNS.includes(field)) return PURCHASE as string;
  return (CARD_COLUMNS.includes(field) ? CARD : EXCEPTION) as string;
};

/** Without the import, which only the list knows. */
const ofList = exceptionList.list.columns
  .filter(({ field }) => field !== 'import_id')
  .map((column) => ({ ...column, section: sectionOf(column.field) }));

/** Exceptions (TXN-18). */
export const exceptions = defineResource<
  PurchaseException,
  ExceptionDetail,
  string,
  ExceptionNames
>({
  ...exceptionList,
  record: {
    path: (id) => `exceptions/${pathPart(id)}`,
    schema: exceptionDetailSchema,
    title: 'Exception',
    back: 'Back to Exceptions',
    caption: ({ authentication_id }) => authentication_id ?? '',
    summary: ['rule_name', 'state', 'figure', 'limit'],
    fields: [
      ...ofList.filter(({ section }) => section === EXCEPTION),
      ...ofList.filter(({ section }) => section === PURCHASE),
      { section: 'Purchase', field: 'address', label: 'Location', kind: 'text' },
      { section: 'Purchase', field: 'products', label: 'Product', kind: 'text' },
      {
        section: 'Purchase',
        field: 'quantity',
        label: 'Quantity',
        kind: 'volume',
        unitField: 'unit',
      },
      {
        section: 'Purchase',
        field: 'amount',
        label: 'Amount',
        kind: 'money',
        unitField: 'currency',
      },
      ...ofList.filter(({ section }) => section === CARD),
      { section: 'Card’s limits', field: 'card_status', label: 'Status', kind: 'status' },
      { section: 'Card’s limits', field: 'held_since', label: 'On Hold Since', kind: 'day' },
      { section: 'Card’s limits', field: 'card_type', label: 'Card Type', kind: 'text' },
      {
        section: 'Card’s limits',
        field: 'transaction_fuel_quantity_limits',
        label: 'Transaction Fuel Quantity Limits',
        kind: 'volume',
        unitField: 'card_unit',
      },
      {
        section: 'Card’s limits',
        field: 'daily_vehicle_quantity_limit_in_gallons',
        label: 'Daily Vehicle Quantity Limit',
        kind: 'volume',
        unitField: 'card_unit',
      },
      {
        section: 'Card’s limits',
        field: 'weekly_fuel_quantity_limit',
        label: 'Weekly Fuel Quantity Limit',
        kind: 'volume',
        unitField: 'card_unit',
      },
      {
        section: 'Card’s limits',
        field: 'daily_card_limit',
        label: 'Daily Card Limit',
        kind: 'money',
        unitField: 'card_currency',
      },
      {
        section: 'Card’s limits',
        field: 'usage_above_volume_limits',
        label: 'Usage Above Volume Limits',
        kind: 'text',
      },
    ],
    nested: [{ rows: shownPurchases, definition: PURCHASES }],
  },
});
