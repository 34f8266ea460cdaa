import { localToday } from '../format/dates.ts';
import { canOn } from '../permissions/index.ts';
import { idReference } from '../resource/record-reference.ts';
import { getRecord } from '../resource/resource-client.ts';
import { findResource } from '../resources/registry.ts';
import type { Client } from './client.ts';
import { briefOf } from './find-everywhere.ts';

/**
 * Returns what people call a record that the trail names by its resource and id (SHELL-14): 'card 7076 8500 0000 0012' for
 * 'cards:7'. Undefined if the account can't read it, it no longer exists, or it isn't a resource's. Rejects only when `signal` is
 * aborted.
 *
 * @param client whose session and connection are used
 * @param record resource and id: 'cards:7'
 * @param signal aborts the call
 */
export async function nameRecord(
  client: Client,
  record: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const [resource = '', id = ''] = record.split(':', 2);
  const registered = findResource(resource);
  if (!registered || id === '') return undefined;
  if (!canOn(client.session.access(), registered.menu, 'read').allowed) return undefined;
  try {
    const definition = await registered.loadDefinition();
    const found = await getRecord(client, definition, idReference(definition, id), signal);
    const { noun, title } = briefOf(definition, found, localToday());
    return title === '' ? undefined : `${noun} ${title}`;
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}
