import { EMPTY, formatValue, stateOf, type ValueDefinition } from '@forecourt/core';
import { serviceDay } from '../../platform/service-day.ts';
import { alignmentOf, Value } from '../Value.tsx';
import { Unit } from './Unit.tsx';

type AnyDetail = Readonly<Record<string, unknown>>;

interface ValueListProps {
  readonly fields: readonly ValueDefinition<AnyDetail>[];
  /** Undefined while it loads. */
  readonly record: AnyDetail | undefined;
}

/** What a state that needs somebody means: a card on hold refuses purchases. */
function Means({
  field,
  record,
}: {
  readonly field: ValueDefinition<AnyDetail>;
  readonly record: AnyDetail;
}) {
  if (field.kind !== 'status' || formatValue('status', record[field.field]) === EMPTY) return null;
  const { means, tone } = stateOf(field, record, serviceDay());
  return tone === 'warn' || tone === 'bad' ? <p className="quiet means">{means}</p> : null;
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
          {record && <Means field={field} record={record} />}
        </dd>
      </div>
    ))}
  </dl>
);
