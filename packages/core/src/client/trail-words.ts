import { Decimal } from '../format/decimal.ts';
import type { AnyResource, ColumnDefinition } from '../resource/resource.types.ts';
import { findResource, RESOURCES } from '../resources/registry.ts';
import type { TrailWords } from '../resources/trail/describe-event.ts';
import { plainLabel } from '../resources/trail/trail-values.ts';

/** Nouns of what is in the trail and no resource. */
const NOUNS: Readonly<Record<string, string>> = {
  imports: 'import',
  reports: 'report',
  nights: 'night',
  session: 'session',
  attachments: 'attachment',
  views: 'view',
  profile: 'user profile',
  audit: 'audit trail',
};

/** Fields that no definition has. */
const LABELS: Readonly<Record<string, string>> = {
  file_name: 'File',
  sha256: 'SHA-256',
  imported: 'Imported',
  duplicates: 'Known Already',
  rejected: 'Rejected',
  reason: 'Reason',
  status: 'Status',
  amount_due: 'Amount Due',
  to: 'To',
  asked: 'Asked For',
  file: 'File',
  acting_as: 'Acting As',
  cardIds: 'Cards',
  payment_mode: 'Mode',
  payment_date: 'Payment Date',
  referenceId: 'Reference',
  judged: 'Purchases Checked',
  opened: 'New Exceptions',
  changed: 'Changed Exceptions',
  closed: 'Closed Exceptions',
};

/** Of no use to people: ids, and files that are named beside them. */
const INTERNAL = new Set(['id', 'version']);

/** Decimals of figures, by how a list shows them. */
const PLACES: Readonly<Record<string, number>> = { money: 2, volume: 2, price: 4 };

interface FieldWords {
  readonly label: string;
  readonly places: number;
}

const wordsOfColumns = (columns: readonly ColumnDefinition<never>[]) =>
  columns.map(
    ({ field, kind, label }) => [String(field), { label, places: PLACES[kind] ?? 0 }] as const,
  );

/** What a resource's lists and records call its fields, else its forms; `line` has those of a record's lines. */
function fieldsOf({ form, list, record }: AnyResource) {
  const fields = new Map<string, FieldWords>(
    wordsOfColumns([...(record?.fields ?? []), ...list.columns] as ColumnDefinition<never>[]),
  );
  const line = new Map<string, FieldWords>();
  const entered = form?.fields({ mode: 'create', draft: form.draft(undefined), detail: undefined });
  for (const { label, name, shownPlaces } of entered ?? []) {
    const [group, , field] = name.split('.');
    const known = group === 'lines' && field ? undefined : fields.get(name);
    const words = { label: known?.label ?? label, places: shownPlaces ?? known?.places ?? 0 };
    if (group === 'lines' && field) line.set(field, words);
    else fields.set(name, words);
  }
  return { fields, line };
}

/** 'DIESEL, 139.06 USG, 479.62' */
const purchaseInBrief = (line: Readonly<Record<string, unknown>>): string => {
  const figure = (value: unknown): string => Decimal.parse(String(value))?.toFixed(2) ?? '';
  const quantity = `${figure(line.dtl_qty)} ${String(line.dtl_unit ?? '')}`.trim();
  const product = String(line.dtl_prd_desc || line.dtl_prd_cd || '');
  return [product, quantity, figure(line.dtl_amt)].filter((text) => text !== '').join(', ');
};

/**
 * Loads what people call every resource and its fields, for `describeEvent` and `changedValues`.
 *
 * @returns the words
 * @throws the error of a bundler's chunk that can't be loaded; nothing is asked of the service
 */
export async function loadTrailWords(): Promise<TrailWords> {
  const definitions = await Promise.all(RESOURCES.map(({ loadDefinition }) => loadDefinition()));
  const known = new Map(definitions.map((one) => [one.name, fieldsOf(one)]));
  return {
    noun: (resource) => findResource(resource)?.noun[0] ?? NOUNS[resource] ?? resource,
    label: (resource, field) => {
      const own = known.get(resource);
      const label = own?.fields.get(field)?.label ?? LABELS[field];
      if (label !== undefined) return label;
      // What a record with lines has besides is drawn from them, or a place on a map.
      return (own?.line.size ?? 0) > 0 || INTERNAL.has(field) ? undefined : plainLabel(field);
    },
    line: (resource, field) => known.get(resource)?.line.get(field)?.label,
    places: (resource, field) => {
      const own = known.get(resource);
      return own?.fields.get(field)?.places ?? own?.line.get(field)?.places ?? 0;
    },
    brief: (_resource, line) => purchaseInBrief(line),
  };
}
