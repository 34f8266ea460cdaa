import { etagOf, withEtag } from '../http/bodies.ts';
import { decodeRow } from '../resource/decode-row.ts';
import { routeReference } from '../resource/record-reference.ts';
import type { AnyResource, ResourceDefinition } from '../resource/resource.types.ts';
import { conflictOf, getRecord, listRows } from '../resource/resource-client.ts';
import { findResource } from '../resources/registry.ts';
import type { ReadOptions, RecordPorts } from '../workflows/record/record.types.ts';
import type { Client } from './client.ts';
import { findRecords } from './find-records.ts';
import { getOptions } from './options.ts';
import { randomText } from './ports.ts';
import { sendChange } from './send-change.ts';

/**
 * Returns a loader of reference choices that uses the client.
 *
 * @param client whose session and connection are used
 */
export const optionsFrom =
  (client: Client): ReadOptions =>
  (reference, params, signal) =>
    getOptions(client, reference, params, signal);

/** How many rows a form checks for a warning before it is sent. */
const MAX_ROWS = 50;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the ports for a record: read, create, change and delete it as its definition says.
 *
 * @param client whose session and connection are used
 * @param definition the definition of the resource
 * @param routed the workflow's id comes from a portal route, which may contain the record's second name
 *   (SHELL-03) and never means another record's id.
 */
export const recordPorts = <Row, Detail, Name extends string = string>(
  client: Client,
  definition: ResourceDefinition<Row, Detail, Name>,
  { routed = false }: { readonly routed?: boolean } = {},
): RecordPorts<Detail, Row, Name> => ({
  definition: definition as AnyResource<Name>,
  fetchRecord: (id, signal) =>
    getRecord(client, definition, routed ? routeReference(definition, id) : id, signal),
  send: async (call, signal) => {
    const { id, ...change } = call;
    const answer = await sendChange(client, { ...change, signal }).catch(async (error: unknown) => {
      const meant = id !== undefined && routed ? routeReference(definition, id) : id;
      throw await conflictOf(client, definition, meant, error);
    });
    if (!isObject(answer)) return undefined;
    const row = decodeRow(definition.schema, answer, (path, message) =>
      client.report({ operation: call.operation, path, message }),
    );
    return withEtag(row, etagOf(answer));
  },
  options: optionsFrom(client),
  rows: async (filters, signal) => {
    const query = { page: 0, size: MAX_ROWS, filters };
    return (await listRows(client, definition as AnyResource, query, signal)).rows;
  },
  found: (source, text, signal) => findRecords(client, source, text, { match: 'exact', signal }),
  provided: async ({ resource }, id, signal) => {
    const opener = await findResource(resource)?.loadDefinition();
    if (opener === undefined) throw new TypeError(`There is no resource ${resource}.`);
    const row = await getRecord(client, opener, id, signal);
    const form = opener.rowForms?.find((one) => one.resource === definition.name);
    return form?.provided(row) ?? {};
  },
  nonce: randomText,
  access: client.session.access,
});
