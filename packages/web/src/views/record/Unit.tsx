import { unitOf, type ValueDefinition } from '@forecourt/core';

type AnyDetail = Readonly<Record<string, unknown>>;

interface UnitProps {
  readonly field: ValueDefinition<AnyDetail>;
  readonly record: AnyDetail;
}

/** The currency or unit of a value; hidden without a value. */
export function Unit({ field, record }: UnitProps) {
  const unit = unitOf(field, record);
  return unit !== undefined && <span className="quiet"> {unit}</span>;
}
