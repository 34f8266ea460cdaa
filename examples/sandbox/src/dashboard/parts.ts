import { type Action, can, type MenuAccess } from '@forecourt/core';

/** A part of a page of figures: the rights to the lists behind its figures, and how it is computed. */
export type Part<Of> = readonly [needs: readonly Action[], compute: (of: Of) => Promise<unknown>];

/**
 * Computes the parts that the account may read; one that fails leaves the others as they are, and is named under
 * `unavailable` (SHELL-10, CUST-03). Throws if all of them fail.
 */
export async function computeParts<Of>(
  page: string,
  parts: Readonly<Record<string, Part<Of>>>,
  access: MenuAccess,
  of: Of,
): Promise<Readonly<Record<string, unknown>>> {
  const allowed = Object.entries(parts).filter(([, [needs]]) =>
    needs.every((action) => can(access, action).allowed),
  );
  const results = await Promise.allSettled(allowed.map(([, [, compute]]) => compute(of)));
  const faults = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  // Without any part it is the storage that fails, and the call says how.
  if (faults.length > 0 && faults.length === results.length) throw faults[0];
  const found: Record<string, unknown> = {};
  const unavailable: string[] = [];
  for (const [index, result] of results.entries()) {
    const [name = ''] = allowed[index] ?? [];
    if (result.status === 'fulfilled') found[name] = result.value;
    else {
      console.error(`${page}: ${name}:`, result.reason);
      unavailable.push(name);
    }
  }
  return { ...found, unavailable };
}
