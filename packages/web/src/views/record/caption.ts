import type { AnyResource } from '@forecourt/core';

/** What a record is called beside its title; nothing before it is there, its id where it has no name. */
export function captionOf(
  { record: shape }: AnyResource,
  record: unknown,
  id: string | undefined,
): string | undefined {
  if (shape?.caption === undefined) return id;
  return record === undefined ? undefined : shape.caption(record) || id;
}
