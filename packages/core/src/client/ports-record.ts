import * as z from 'zod';
import { decodeRow } from '../resource/decode-row.ts';
import type { AnyResource, ResourceDefinition } from '../resource/resource.types.ts';
import { getRecord } from '../resource/resource-client.ts';
import type { ReadOptions, RecordPorts } from '../workflows/record/record.types.ts';
import type { Client } from './client.ts';
import { randomText } from './ports.ts';

/** An answer to a change: the record, or next to nothing. */
const answerSchema = z.record(z.string(), z.unknown()).catch({});

const noLists: ReadOptions = (reference) =>
  Promise.reject(new TypeError(`No reader of choices was given; ${reference} needs one.`));

/**
 * For a record: read, created, changed and deleted as its definition says. `options` fetches the choices
 * that fields draw from.
 */
export const recordPorts = <Row, Detail>(
  client: Client,
  definition: ResourceDefinition<Row, Detail>,
  options: ReadOptions = noLists,
): RecordPorts<Detail> => ({
  definition: definition as AnyResource,
  fetchRecord: (id, signal) => getRecord(client, definition, id, signal),
  send: async (call, signal) => {
    const { data } = await client.http.json({ ...call, signal }, answerSchema);
    return decodeRow(definition.schema, data, (path, message) =>
      client.report({ operation: call.operation, path, message }),
    );
  },
  options,
  nonce: randomText,
  access: client.session.access,
});
