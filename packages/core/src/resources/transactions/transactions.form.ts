import * as z from 'zod/mini';
import { isInstant } from '../../format/dates.ts';
import { UNUSUAL_AMOUNT_MESSAGES } from '../../messages/form-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type {
  Draft,
  DraftValue,
  FormDefinition,
  FormField,
  FormState,
  Issues,
  RecordSource,
} from '../../resource/form.types.ts';
import { type FieldEntry, type FieldNames, formSection, lock } from '../../resource/form-fields.ts';
import { isBlank, issueAt } from '../../resource/form-rules.ts';
import { changedFields, textIn, toDraft, toWire, withLoaded } from '../../resource/form-values.ts';
import { pathPart } from '../../resource/path-part.ts';
import type { Option } from '../../resource/resource.types.ts';
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
import { unusualAmount } from './unusual-amounts.ts';

type State = FormState<TransactionDetail>;

const HEADER = formSection('View Transaction', [
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

/** A card and a company are chosen, not typed (TXN-14). */
const CARD: RecordSource = {
  resource: 'cards',
  field: 'card_number',
  shown: ['company_name', 'driver_name', 'card_status'],
  fills: { txn_company: 'company_name' },
  missing: MESSAGES.transactions.noCard,
};
const COMPANY = { input: 'choice', options: { reference: 'userCompanies' } } as const;
/** What a transaction needs that is made by hand; imported ones may lack it, but those that have it keep one. */
const BY_HAND: readonly string[] = ['card_number', 'txn_company'];

const hasLoaded = (name: string, detail: TransactionDetail | undefined): boolean =>
  !isBlank(toDraft(HEADER, detail)[name] ?? '');

const REQUIRED = { required: true } as const;
const MONEY = { shownPlaces: 2, required: true } as const;
/** Decimals of prices and rates per unit, and of quantities. */
const PRICE = { places: 5, shownPlaces: 4, required: true } as const;
const QUANTITY = { places: 3, shownPlaces: 2, required: true } as const;

/** Fields of a purchase (TXN-06), and what nearly every purchase requires. */
const PURCHASE = [
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
] as const satisfies readonly FieldEntry[];

const PURCHASE_FIELDS = formSection('', PURCHASE);

type PurchaseField = FieldNames<typeof PURCHASE_FIELDS>;

/** A field of the form of a transaction: of its header, or of one of its purchases, 'lines.0.dtl_qty'. */
export type TransactionField = FieldNames<typeof HEADER> | `lines.${number}.${PurchaseField}`;

/** Required for every line, whatever its section (TXN-08). */
const ALWAYS: readonly string[] = ['dtl_prd_cd', 'dtl_sls_type'];
const WITHOUT_PST: readonly Purchase[] = ['other2', 'oil'];

const isRequired = (purchase: Purchase, field: string): boolean =>
  ALWAYS.includes(field) ||
  (purchase !== 'cash' && !(field === 'dtl_pst_amt' && WITHOUT_PST.includes(purchase)));

/** Some providers' files have no sales type: correcting a stored purchase must not want one to be made up. */
function lacksSalesType(
  { index }: Slot,
  field: string,
  detail: TransactionDetail | undefined,
): boolean {
  const line = linesOf(detail)[index];
  const isStored = line !== undefined && 'id' in line;
  return field === 'dtl_sls_type' && isStored && isBlank(line.dtl_sls_type ?? '');
}

const nameIn = <Field extends string>({ index }: Slot, field: Field) =>
  `lines.${index}.${field}` as const;

const linesOf = (detail: TransactionDetail | undefined): readonly TransactionLine[] =>
  detail?.txn_attr ?? [];

const slotsOf = (detail: TransactionDetail | undefined): Slot[] =>
  toSlots(linesOf(detail).map(({ dtl_prd_cd }) => dtl_prd_cd ?? ''));

/** A section is checked if it has a line, or something was typed into it (TXN-08). */
const isInUse = (slot: Slot, draft: Draft): boolean =>
  slot.loaded ||
  PURCHASE_FIELDS.some(
    ({ locked, name }) => locked === undefined && !isBlank(draft[nameIn(slot, name)] ?? ''),
  );

/** Stations that sell in US dollars measure in gallons. */
const MEASURES: Readonly<Record<string, string>> = { CAD: 'L', USD: 'gal' };

/** Returns the transaction's currency for amounts, prices and rates, its measure for quantities. */
function inCurrency({ input, name }: FormField, draft: Draft): Pick<FormField, 'unit'> {
  if (input !== 'decimal') return {};
  const currency = textIn(draft, 'hdr_currency');
  return { unit: name === 'dtl_qty' ? (MEASURES[currency] ?? '') : currency };
}

/** Returns the slot that is required because a transaction made by hand has no purchase yet (TXN-14). */
const firstNeeded = (slots: readonly Slot[], { draft, mode }: State): Slot | undefined =>
  mode === 'create' && !slots.some((slot) => isInUse(slot, draft)) ? slots[0] : undefined;

function lineFields(
  slot: Slot,
  { detail, draft }: Pick<State, 'detail' | 'draft'>,
  needed = false,
): FormField<TransactionField>[] {
  const place = PURCHASE_SECTIONS.find(({ purchase }) => purchase === slot.purchase);
  const inUse = needed || isInUse(slot, draft);
  const code = linesOf(detail)[slot.index]?.dtl_prd_cd ?? '';
  // Entered values must appear in the same section when the record is reloaded.
  const codes = slot.loaded ? [code] : (place?.codes ?? []);
  return formSection(place?.section ?? '', PURCHASE).map(({ required, ...field }) => ({
    ...field,
    name: nameIn(slot, field.name),
    group: `lines.${slot.index}`,
    ...(place?.groupTitle && { groupTitle: place.groupTitle }),
    ...(field.name === 'dtl_prd_cd' && {
      options: codes.reduce(withLoaded, PRODUCTS),
      ...(needed && { requiredText: MESSAGES.transactions.needsPurchase }),
    }),
    ...inCurrency(field, draft),
    ...(required &&
      inUse &&
      isRequired(slot.purchase, field.name) &&
      !lacksSalesType(slot, field.name, detail) && { required }),
  }));
}

function headerField<Name extends string>(
  field: FormField<Name>,
  { detail, draft, mode }: State,
): FormField<Name> {
  const { name } = field;
  return {
    ...field,
    ...inCurrency(field, draft),
    ...(name === 'card_number' && { record: CARD }),
    ...(name === 'txn_company' && mode !== 'view' && COMPANY),
    ...(BY_HAND.includes(name) && (mode === 'create' || hasLoaded(name, detail)) && REQUIRED),
  };
}

function fields(state: State): readonly FormField<TransactionField>[] {
  const { detail, mode } = state;
  const slots = slotsOf(detail);
  const needed = firstNeeded(slots, state);
  const lines = slots.flatMap((slot) => lineFields(slot, state, slot === needed));
  const header = HEADER.map((field) => headerField(field, state));
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
  const own = changedFields(lineFields(slot, { detail, draft }), draft, loaded);
  const typed = Object.entries(toWire(own, draft)).map(([name, value]) => [
    name.slice(name.lastIndexOf('.') + 1),
    value,
  ]);
  const line = linesOf(detail)[slot.index];
  return { ...(line && z.encode(recordLineSchema, line)), ...Object.fromEntries(typed) };
}

/** Loaded with a transaction, and computed or kept by the service. */
const READ_ONLY: readonly string[] = [
  ...['attachments', 'station', 'import_id'],
  ...['txn_product', 'txn_qty', 'txn_qty_unit', 'txn_driver', 'txn_unit_number'],
];

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
  const known = Object.fromEntries(
    Object.entries(z.encode(transactionDetailSchema, detail)).filter(
      ([name]) => !READ_ONLY.includes(name),
    ),
  );
  return { ...known, ...header, txn_attr: lines };
}

/** '/txn_attr/1/dtl_qty' refers to the second line that was sent. */
function fieldAt(pointer: string, state: State): string | undefined {
  const [, position, field] = /^\/txn_attr\/(\d+)\/(.+)$/.exec(pointer) ?? [];
  const slot = position === undefined ? undefined : sentSlots(state)[Number(position)];
  return slot && field ? nameIn(slot, field) : undefined;
}

/** Asks about each purchase whose figures were changed and don't fit together (TXN-06). */
function unusualAmounts(state: State): string | undefined {
  const loaded = state.detail ? toTransactionDraft(state.detail) : {};
  const questions = sentSlots(state).flatMap((slot) => {
    const place = PURCHASE_SECTIONS.find(({ purchase }) => purchase === slot.purchase);
    const section = place?.groupTitle ?? place?.section ?? '';
    return unusualAmount(state.draft, loaded, { prefix: `lines.${slot.index}`, section }) ?? [];
  });
  return questions.length > 0 ? questions.join('\n') : undefined;
}

/** '03/11/50' reads as 2050: a year that no purchase has is a slip. */
function check({ detail, draft }: State): Issues {
  const moment = textIn(draft, 'txn_date');
  const isKept = detail !== undefined && toTransactionDraft(detail).txn_date === moment;
  if (isKept || !isInstant(moment)) return {};
  const year = Number(moment.slice(0, 4));
  if (year >= 2000 && year <= 2040) return {};
  const day = moment.slice(0, 'YYYY-MM-DD'.length);
  return issueAt('txn_date', 'odd_year', MESSAGES.field.year('Time Stamp', day));
}

/** How a transaction is entered and corrected (TXN-05 to TXN-11). */
export const transactionForm: FormDefinition<TransactionDetail, TransactionField> = {
  titles: { create: 'Add Transaction', edit: 'Edit Transaction', view: 'View Transaction' },
  submitLabels: { create: 'Save', edit: 'Save' },
  fields,
  draft: toTransactionDraft,
  check,
  fieldAt,
  create: { method: 'POST', path: () => 'transaction', body },
  update: {
    method: 'PUT',
    path: ({ detail }) => `fuel-transaction/${pathPart(detail?.id ?? '')}`,
    body,
  },
  warn: {
    modes: ['create', 'edit'],
    question: (_, state) => unusualAmounts(state),
    title: UNUSUAL_AMOUNT_MESSAGES.title,
    accept: UNUSUAL_AMOUNT_MESSAGES.accept,
    reject: UNUSUAL_AMOUNT_MESSAGES.reject,
  },
  texts: {
    created: MESSAGES.transactions.created,
    updated: MESSAGES.transactions.updated,
    createFailed: MESSAGES.transactions.createFailed,
    updateFailed: MESSAGES.transactions.updateFailed,
  },
  after: 'back',
};
