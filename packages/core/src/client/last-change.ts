import type { AnyResource } from '../resource/resource.types.ts';
import { listRows } from '../resource/resource-client.ts';
import { findResource } from '../resources/registry.ts';
import type { TrailEvent } from '../resources/trail/trail.schema.ts';
import type { Client } from './client.ts';

/** Of the newest events, one is likely to be a change: the others are downloads and refusals. */
const LOOKED_THROUGH = 10;
const CHANGES: readonly string[] = ['Change', 'Import', 'Payment'];

/**
 * Returns the newest event by which a record was changed, as the trail has it: `actor` is an e-mail address, `at` an
 * instant (WIRE-05, SHELL-14). Undefined if the service keeps no trail, or the account sees no such event. Never rejects:
 * a conflict is settled without it.
 *
 * @param client whose session and connection are used
 * @param resource the definition of the record's resource
 * @param record the record, as loaded
 * @param signal aborts the call
 */
export async function findLastChange(
  client: Client,
  { id, name }: Pick<AnyResource, 'id' | 'name'>,
  record: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<TrailEvent | undefined> {
  try {
    const list = await findResource('trail')?.loadListDefinition();
    if (list === undefined) return undefined;
    const filters = [{ field: 'record', match: 'exact', value: `${name}:${id(record)}` } as const];
    const query = { page: 0, size: LOOKED_THROUGH, filters, sort: list.list.defaultSort };
    const { rows } = await listRows(client, list, query, signal);
    return (rows as readonly TrailEvent[]).find(
      ({ kind, result }) => CHANGES.includes(kind ?? '') && result !== 'Refused',
    );
  } catch {
    return undefined;
  }
}
