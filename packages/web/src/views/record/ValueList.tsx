import type { ValueDefinition } from '@forecourt/core';
import { alignmentOf, Value } from '../Value.tsx';
import { Unit } from './Unit.tsx';

type AnyDetail = Readonly<Record<string, unknown>>;

interface ValueListProps {
  readonly fields: readonly ValueDefinition<AnyDetail>[];
  /** Undefined while it loads. */
  readonly record: AnyDetail | undefined;
}

/** A record's values with their labels. */
export const ValueList = ({ fields, record }: ValueListProps) => (
  <dl>
    {fields.map((field) => (
      <div key={field.field}>
        <dt>{field.label}</dt>
        <dd className={record ? alignmentOf(field.kind).replace('figure', 'fixed') : 'skeleton'}>
          {record ? <Value definition={field} row={record} /> : <span />}
          {record && <Unit field={field} record={record} />}
        </dd>
      </div>
    ))}
  </dl>
);
