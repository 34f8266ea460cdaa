import type { AnyResource } from '../resource/resource.types.ts';
import { findResource, RESOURCES } from '../resources/registry.ts';
import type { TrailWords } from '../resources/trail/describe-event.ts';

/** Nouns of what is in the trail and no resource. */
const NOUNS: Readonly<Record<string, string>> = {
  imports: 'import',
  reports: 'report',
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
};

/** 'lines_freed' → 'Lines Freed' */
const plain = (field: string): string =>
  field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[_\s]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');

function labelsOf({ list, record }: AnyResource): ReadonlyMap<string, string> {
  const fields = [...(record?.fields ?? []), ...list.columns];
  return new Map(fields.map(({ field, label }) => [String(field), label]));
}

/** Loads what people call every resource and its fields, for `describeEvent` and `changedValues`. */
export async function loadTrailWords(): Promise<TrailWords> {
  const definitions = await Promise.all(RESOURCES.map(({ loadDefinition }) => loadDefinition()));
  const labels = new Map(definitions.map((one) => [one.name, labelsOf(one)]));
  return {
    noun: (resource) => findResource(resource)?.noun[0] ?? NOUNS[resource] ?? resource,
    label: (resource, field) => labels.get(resource)?.get(field) ?? LABELS[field] ?? plain(field),
  };
}
