import * as z from 'zod/mini';
import { ODD_AMOUNT_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  Draft,
  DraftValue,
  FormDefinition,
  FormField,
  FormState,
} from '../../resource/form.types.ts';
import { type FieldEntry, formSection, lock } from '../../resource/form-fields.ts';
import { isBlank } from '../../resource/form-rules.ts';
import { changedFields, textIn, toDraft, toWire, withLoaded } from '../../resource/form-values.ts';
import type { Option } from '../../resource/resource.types.ts';
import { oddAmount } from './odd-amounts.ts';
import {
  inOrder,
  PURCHASE_SECTIONS,
  type Purchase,
  type Slot,
  toSlots,
} from './purchase-sections.ts';
import {
  recordLineSchema,
  type TransactionDetail,
  type TransactionLine,
  transactionDetailSchema,
} from './transactions.schema.ts';

type State = FormState<TransactionDetail>;

const HEADER: readonly FormField[] = formSection('View Transaction', [
  ['authentication_id', 'Auth Code', 'text'],
  ['txn_date', 'Time Stamp', 'instant', { required: true }],
  ['card_number', 'Card Number', 'card'],
  ['txn_company', 'Company', 'text'],
  ['txn_station', 'Site Number', 'text'],
  ['dtl_stn_addr', 'Location', 'text'],
  [
    'dtl_stn_prv',
    'Province State',
    'choice',
    { required: true, options: { reference: 'provinces' } },
  ],
  ['txn_amount', 'Amount', 'decimal', { shownPlaces: 2 }],
  ['hdr_currency', 'Currency', 'choice', { options: { reference: 'currencies' } }],
]);

const PRODUCTS: readonly Option[] = [
  { key: '1', value: 'PC1' },
  { key: '2', value: 'PC2' },
];

const REQUIRED = { required: true } as const;
const MONEY = { shownPlaces: 2, required: true } as const;
/** Decimals of prices and rates per unit, and of quantities. */
const PRICE = { places: 5, shownPlaces: 4, required: true } as const;
const QUANTITY = { places: 3, shownPlaces: 2, required: true } as const;

/** Fields in the transaction's currency that show it as their unit. */
const IN_CURRENCY: readonly string[] = ['txn_amount', 'dtl_net_price', 'retailPrice', 'dtl_amt'];

/** Fields of a purchase (TXN-06), and what nearly every purchase requires. */
const PURCHASE: readonly FieldEntry[] = [
  ['dtl_prd_cd', 'Code', 'choice', REQUIRED],
  ['dtl_net_price', 'Billed PPU', 'decimal', PRICE],
  ['retailPrice', 'Retail PPU', 'decimal', PRICE],
  ['dtl_qty', 'Quantity', 'decimal', QUANTITY],
  ['dtl_hst_amt', 'HST', 'decimal', MONEY],
  ['dtl_gst_amt', 'GST', 'decimal', MONEY],
  ['dtl_pst_amt', 'PST', 'decimal', MONEY],
  ['dtl_qst_amt', 'QST', 'decimal', MONEY],
  ['dtl_fet_rt', 'FET', 'decimal', PRICE],
  ['dtl_pft_rt', 'PFT', 'decimal', PRICE],
  ['pct', 'PCT', 'decimal', PRICE],
  ['local_tax', 'Local Tax', 'integer', { locked: MESSAGES.field.readOnly }],
  ['dtl_amt', 'Amount', 'decimal', MONEY],
  ['discount', 'Discount', 'decimal', MONEY],
  ['dtl_sls_type', 'Sales Type', 'text', REQUIRED],
];

const PURCHASE_FIELDS = formSection('', PURCHASE);

/** Required for every line, whatever its section (TXN-08). */
const ALWAYS: readonly string[] = ['dtl_prd_cd', 'dtl_sls_type'];
const WITHOUT_PST: readonly Purchase[] = ['other2', 'oil'];

const isRequired = (purchase: Purchase, field: string): boolean =>
  ALWAYS.includes(field) ||
  (purchase !== 'cash' && !(field === 'dtl_pst_amt' && WITHOUT_PST.includes(purchase)));

const nameIn = ({ index }: Slot, field: string): string => `lines.${index}.${field}`;

const linesOf = (detail: TransactionDetail | undefined): readonly TransactionLine[] =>
  detail?.txn_attr ?? [];

const slotsOf = (detail: TransactionDetail | undefined): Slot[] =>
  toSlots(linesOf(detail).map(({ dtl_prd_cd }) => dtl_prd_cd ?? ''));

/** A section is checked if it has a line, or something was typed into it (TXN-08). */
const isInUse = (slot: Slot, draft: Draft): boolean =>
  slot.loaded ||
  PURCHASE.some(
    ([field, , , more]) => more?.locked === undefined && !isBlank(draft[nameIn(slot, field)] ?? ''),
  );

const inCurrency = (name: string, draft: Draft): Pick<FormField, 'unit'> =>
  IN_CURRENCY.includes(name) ? { unit: textIn(draft, 'hdr_currency') } : {};

function lineFields(slot: Slot, detail: TransactionDetail | undefined, draft: Draft): FormField[] {
  const place = PURCHASE_SECTIONS.find(({ purchase }) => purchase === slot.purchase);
  const inUse = isInUse(slot, draft);
  const code = linesOf(detail)[slot.index]?.dtl_prd_cd ?? '';
  // Entered values must appear in the same section when the record is reloaded.
  const codes = slot.loaded ? [code] : (place?.codes ?? []);
  return formSection(place?.section ?? '', PURCHASE).map(({ required, ...field }) => ({
    ...field,
    name: nameIn(slot, field.name),
    group: `lines.${slot.index}`,
    ...(place?.groupTitle && { groupTitle: place.groupTitle }),
    ...(field.name === 'dtl_prd_cd' && { options: codes.reduce(withLoaded, PRODUCTS) }),
    ...inCurrency(field.name, draft),
    ...(required && inUse && isRequired(slot.purchase, field.name) && { required }),
  }));
}

function fields({ detail, draft, mode }: State): readonly FormField[] {
  const lines = slotsOf(detail).flatMap((slot) => lineFields(slot, detail, draft));
  const header = HEADER.map((field) => ({ ...field, ...inCurrency(field.name, draft) }));
  if (mode === 'view') {
    return [...header, ...lines].map((field) => lock(field, MESSAGES.field.viewing));
  }
  // Routes and exports identify the record by it (SHELL-03).
  const known = header.map((field) =>
    mode === 'edit' && field.name === 'authentication_id'
      ? lock(field, MESSAGES.field.readOnly)
      : field,
  );
  return [...known, ...lines];
}

function lineDraft(slot: Slot, line: TransactionLine | undefined): [string, DraftValue][] {
  const values = toDraft(PURCHASE_FIELDS, line);
  return PURCHASE_FIELDS.map(({ name }) => [
    nameIn(slot, name),
    name === 'local_tax' ? '0' : (values[name] ?? ''),
  ]);
}

const toTransactionDraft = (detail: TransactionDetail | undefined): Draft => ({
  ...toDraft(HEADER, detail),
  ...Object.fromEntries(
    slotsOf(detail).flatMap((slot) => lineDraft(slot, linesOf(detail)[slot.index])),
  ),
});

/** Returns the lines to send, in order: all loaded ones, then those typed into a free slot. */
const sentSlots = ({ detail, draft }: State): Slot[] =>
  inOrder(slotsOf(detail)).filter((slot) => isInUse(slot, draft));

function lineBody(slot: Slot, { detail, draft }: State, loaded: Draft): Record<string, unknown> {
  const own = changedFields(lineFields(slot, detail, draft), draft, loaded);
  const provided = Object.entries(toWire(own, draft)).map(([name, value]) => [
    name.slice(name.lastIndexOf('.') + 1),
    value,
  ]);
  const line = linesOf(detail)[slot.index];
  return { ...(line && z.encode(recordLineSchema, line)), ...Object.fromEntries(provided) };
}

/** Returns the loaded record, including unknown fields, with the changes applied. */
function body(state: State): Record<string, unknown> {
  const { detail, draft } = state;
  const loaded = toTransactionDraft(detail);
  const header = toWire(
    changedFields(fields(state), draft, loaded).filter(({ group }) => group === undefined),
    draft,
  );
  const lines = sentSlots(state).map((slot) => lineBody(slot, state, loaded));
  if (detail === undefined) return { ...header, txn_attr: lines };
  // Loaded along with the transaction, but not part of it.
  const { attachments: _, station: __, ...known } = z.encode(transactionDetailSchema, detail);
  return { ...known, ...header, txn_attr: lines };
}

/** '/txn_attr/1/dtl_qty' refers to the second line that was sent. */
function fieldAt(pointer: string, state: State): string | undefined {
  const [, position, field] = /^\/txn_attr\/(\d+)\/(.+)$/.exec(pointer) ?? [];
  const slot = position === undefined ? undefined : sentSlots(state)[Number(position)];
  return slot && field ? nameIn(slot, field) : undefined;
}

/** Asks about each purchase whose figures were changed and don't fit together (TXN-06). */
function oddAmounts(state: State): string | undefined {
  const loaded = state.detail ? toTransactionDraft(state.detail) : {};
  const questions = sentSlots(state).flatMap((slot) => {
    const place = PURCHASE_SECTIONS.find(({ purchase }) => purchase === slot.purchase);
    const section = place?.groupTitle ?? place?.section ?? '';
    return oddAmount(state.draft, loaded, { prefix: `lines.${slot.index}`, section }) ?? [];
  });
  return questions.length > 0 ? questions.join('\n') : undefined;
}

/** How a transaction is entered and corrected (TXN-05 to TXN-11). */
export const transactionForm: FormDefinition<TransactionDetail> = {
  titles: { create: 'Add Transaction', edit: 'Edit Transaction', view: 'View Transaction' },
  submitLabels: { create: 'Save', edit: 'Save' },
  fields,
  draft: toTransactionDraft,
  fieldAt,
  create: { method: 'POST', path: () => 'transaction', body },
  update: {
    method: 'PUT',
    path: ({ detail }) => `fuel-transaction/${encodeURIComponent(detail?.id ?? '')}`,
    body,
  },
  warn: {
    modes: ['create', 'edit'],
    question: (_, state) => oddAmounts(state),
    title: ODD_AMOUNT_MESSAGES.title,
    accept: ODD_AMOUNT_MESSAGES.accept,
    reject: ODD_AMOUNT_MESSAGES.reject,
  },
  texts: {
    created: MESSAGES.transactions.created,
    updated: MESSAGES.transactions.updated,
    createFailed: MESSAGES.transactions.createFailed,
    updateFailed: MESSAGES.transactions.updateFailed,
  },
  after: 'back',
};
