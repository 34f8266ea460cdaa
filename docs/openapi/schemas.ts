import type { AnyResource, FormMode } from '@forecourt/core';
import * as z from 'zod/mini';

/** A JSON Schema (2020-12), as used by OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

export const string: Schema = { type: 'string' };
export const count: Schema = { type: 'integer', minimum: 0 };
export const day: Schema = { type: 'string', format: 'date' };
/** Ids are numbers or text; clients accept both. */
export const id: Schema = { type: ['string', 'integer'] };
/** Money: at most two decimals. */
export const amount: Schema = { type: 'number' };
export const binary: Schema = { type: 'string', format: 'binary' };

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const oneOf = (values: readonly unknown[]): Schema => ({ enum: values });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** An object with required fields; unknown fields are accepted everywhere. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema => ({ type: 'object', properties, ...(required.length > 0 && { required }) });

/** Converts a schema of core to the wire format that it reads. */
export function wireSchema(schema: z.core.$ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** 'audit entry' → 'AuditEntry'. */
export const schemaName = ({ noun }: AnyResource): string =>
  noun[0].split(' ').map(capital).join('');

/** Sample values by field kind; a form's body schema is derived from them. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  decimal: '1',
  integer: '1',
  day: '2026-01-31',
  instant: '2026-01-31T00:00',
  choice: '1/2',
  flag: true,
  days: { monday: true },
};

/** Path parameter of a record's calls. */
export const RECORD_ID = 'id';

function schemaOf(value: unknown, required: ReadonlySet<string> = new Set()): Schema {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value)) return listOf(schemaOf(value[0]));
  if (typeof value !== 'object') return { type: typeof value };
  const properties = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]),
  );
  return object(
    properties,
    Object.keys(properties).filter((name) => required.has(name)),
  );
}

/** Returns the call that a form makes: method, path with its parameter, and the body that core sends. */
export function formCall(resource: AnyResource, mode: Exclude<FormMode, 'view'>) {
  const { form } = resource;
  const call = mode === 'create' ? form?.create : form?.update;
  if (!form || !call) return undefined;
  const detail = mode === 'edit' ? { [RECORD_ID]: `{${RECORD_ID}}` } : undefined;
  const initial = form.draft(detail);
  const empty = { mode, detail, draft: initial, choices: () => [] };
  const fields = form.fields(empty);
  const values = fields.map(({ input, name }) => [name, SAMPLES[input] ?? 'text']);
  const state = { ...empty, draft: { ...initial, ...Object.fromEntries(values) } };
  const secrets = fields.filter(({ secret }) => secret).map(({ name }) => [name, 'text']);
  const body = call.body(state, Object.fromEntries(secrets));
  const required = fields.filter((field) => field.required && !field.locked);
  const names = new Set(required.map(({ name }) => name));
  return {
    method: call.method,
    path: decodeURIComponent(call.path(state)),
    // An update may omit the fields that it does not change.
    body: schemaOf(body, mode === 'create' ? names : new Set()),
  };
}
