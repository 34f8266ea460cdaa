import { EMPTY, formatValue, type ValueDefinition } from '@forecourt/core';

type AnyDetail = Readonly<Record<string, unknown>>;

interface UnitProps {
  readonly field: ValueDefinition<AnyDetail>;
  readonly record: AnyDetail;
}

/** The currency or unit of a value; hidden without a value. */
export function Unit({ field: { field, kind, unitField }, record }: UnitProps) {
  const unit = unitField && record[unitField];
  if (!unit || formatValue(kind, record[field]) === EMPTY) return null;
  return <span className="quiet"> {formatValue('text', unit)}</span>;
}
