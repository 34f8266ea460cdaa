import type { AnyResource } from '@forecourt/core';

interface CaptionProps {
  readonly definition: AnyResource;
  readonly record: unknown;
  /** Undefined for a new record. */
  readonly id: string | undefined;
}

/** The record's name beside its title; its space is reserved until it is known. */
export function Caption({ definition: { record: shape }, record, id }: CaptionProps) {
  if (id === undefined) return null;
  const name = record === undefined ? '' : shape?.caption?.(record);
  return <span className="caption quiet fixed">{name ?? id}</span>;
}
