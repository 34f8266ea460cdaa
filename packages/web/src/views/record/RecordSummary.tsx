import type { AnyResource, ColumnDefinition } from '@forecourt/core';
import { alignmentOf, Value } from '../Value.tsx';
import { Unit } from './Unit.tsx';

type AnyDetail = Readonly<Record<string, unknown>>;

interface RecordSummaryProps {
  readonly definition: AnyResource;
  /** Undefined while it loads. */
  readonly record: AnyDetail | undefined;
}

/** The record at a glance, above its fields and above its form (INV-03). */
export function RecordSummary({ definition: { record: shape }, record }: RecordSummaryProps) {
  const names = (shape?.summary ?? []) as readonly string[];
  const fields = (shape?.fields ?? []) as readonly ColumnDefinition<AnyDetail>[];
  const shown = names.flatMap((name) => fields.filter(({ field }) => field === name));
  if (shown.length === 0) return null;
  return (
    <dl className="panel record-summary">
      {shown.map((field) => (
        <div key={field.field}>
          <dt>{field.label}</dt>
          <dd className={record ? alignmentOf(field.kind).replace('figure', 'sum') : 'skeleton'}>
            {record ? <Value definition={field} row={record} /> : <span />}
            {record && <Unit field={field} record={record} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
