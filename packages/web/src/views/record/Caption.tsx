import type { AnyResource } from '@forecourt/core';

interface CaptionProps {
  readonly definition: AnyResource;
  readonly record: unknown;
  /** Absent: the record is only made now. */
  readonly id: string | undefined;
}

/** What a record is called, beside its title; its place is kept until that is known. */
export function Caption({ definition: { record: shape }, record, id }: CaptionProps) {
  if (id === undefined) return null;
  const name = record === undefined ? '' : shape?.caption?.(record);
  return <span className="caption quiet fixed">{name ?? id}</span>;
}
