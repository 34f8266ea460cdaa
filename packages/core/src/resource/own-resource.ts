import * as z from 'zod/mini';
import { MESSAGES } from '../messages/messages.ts';
import type { Action } from '../permissions/index.ts';
import type { FormCall, FormDefinition, FormState } from './form.types.ts';
import { toDraft, toWire } from './form-values.ts';
import { capital, metaOf } from './own-meta.ts';
import { refuseOther } from './own-registry.ts';
import type { AnyOwnResource, OwnForm, OwnResource } from './own-resource.types.ts';
import { pathPart } from './path-part.ts';
import type { RecordDefinition, ResourceDefinition, ValueKind } from './resource.types.ts';
import { rowExport } from './row-export.ts';
import { day, decimal, flag, instant, integer, text } from './wire-values.ts';

const CODECS: Readonly<Partial<Record<ValueKind, () => z.core.$ZodType>>> = {
  boolean: flag,
  day,
  instant,
  integer,
  money: decimal,
  price: decimal,
  volume: decimal,
};

/** A schema whose fields are read by their kinds; kinds without a codec of their own are text. */
const schemaOf = (values: Readonly<Record<string, ValueKind>>): z.core.$ZodType =>
  z.object(
    Object.fromEntries(
      Object.entries(values).map(([name, kind]) => [name, (CODECS[kind] ?? text)()]),
    ) as Record<string, z.core.$ZodType>,
  );

/** A call with the fields' values, unless the form has its own. */
function callOf(
  call: OwnForm<unknown>['create'],
  method: FormCall<unknown>['method'],
  path: FormCall<unknown>['path'],
  fields: FormDefinition<unknown>['fields'],
): FormCall<unknown> | undefined {
  if (call !== true) return call;
  return { method, path, body: (state) => toWire(fields(state), state.draft) };
}

function formOf({ form, list, noun }: AnyOwnResource): FormDefinition<unknown> | undefined {
  if (!form) return undefined;
  const { create, fields: given, shown, update, ...own } = form;
  const fields: FormDefinition<unknown>['fields'] =
    typeof given === 'function' ? given : () => given;
  const one = capital(noun[0]);
  const draft: FormDefinition<unknown>['draft'] = (detail, provided) => ({
    ...toDraft(
      fields({ mode: detail === undefined ? 'create' : 'edit', draft: {}, detail }),
      detail as object | undefined,
    ),
    ...(detail === undefined && own.starts),
    ...provided,
  });
  const idOf = ({ detail }: FormState<unknown>) =>
    pathPart(String((detail as { readonly id?: unknown } | undefined)?.id ?? ''));
  const created = callOf(create, 'POST', () => list.path, fields);
  const updated = callOf(update, 'PUT', (state) => `${list.path}/${idOf(state)}`, fields);
  return {
    titles: { create: `Add ${one}`, edit: `Update ${one}` },
    submitLabels: { create: 'Save', edit: 'Update' },
    draft,
    after: shown === 'dialog' ? 'close' : 'back',
    ...own,
    texts: {
      created: `${one} Created Successfully`,
      updated: `${one} Updated Successfully`,
      createFailed: `Error while creating ${noun[0]}`,
      updateFailed: `Error while updating ${noun[0]}`,
      ...own.texts,
    },
    fields,
    ...(created && { create: created }),
    ...(updated && { update: updated }),
  };
}

function recordOf(
  { list, noun, record, values }: AnyOwnResource,
  schema: z.core.$ZodType,
): RecordDefinition<unknown> | undefined {
  if (!record) return undefined;
  const section = capital(noun[0]);
  const fields = record.fields ?? list.columns.map(({ field, label }) => ({ field, label }));
  return {
    path: (id: string) => `${list.path}/${pathPart(id)}`,
    schema,
    title: section,
    back: 'Back',
    ...record,
    fields: fields.map((one) => ({ section, kind: values[one.field] ?? 'text', ...one })),
  } as unknown as RecordDefinition<unknown>;
}

const completed = new WeakMap<AnyOwnResource, ResourceDefinition<unknown>>();

function complete(own: AnyOwnResource): ResourceDefinition<unknown> {
  const { list, name, noun, remove, values } = own;
  const schema = own.schema ?? schemaOf(values);
  const meta = metaOf(own);
  const record = recordOf(own, schema);
  const form = formOf(own);
  const plural = capital(noun[1]);
  const { export: exported, references: _, shape: __, values: ___, ...rest } = own;
  return {
    ...rest,
    ...(meta as Omit<typeof meta, 'form' | 'record'>),
    schema,
    id: own.id ?? ((row: { readonly id?: unknown }) => String(row.id ?? '')),
    list: {
      title: plural,
      texts: { none: MESSAGES.noRecordInTable, noRows: MESSAGES.noRecordInTable },
      ...list,
      ...(own.form?.create && {
        add: {
          label: `Add ${capital(noun[0])}`,
          ...list.add,
          action: `${name}.create` as Action,
          route: `${meta.route}/add-new`,
        },
      }),
      columns: list.columns.map((column) => ({ kind: values[column.field] ?? 'text', ...column })),
    },
    record,
    form: form && Object.assign(form, { shown: own.form?.shown }),
    ...(exported && {
      export: exported === true ? rowExport(own, list.path, plural) : exported,
    }),
    remove: remove === true ? { path: (id: string) => `${list.path}/${pathPart(id)}` } : remove,
  } as unknown as ResourceDefinition<unknown>;
}

/**
 * Returns the definition that a resource of your own stands for, which the functions of this package take in the place
 * of a resource of the product. The same one for every call. Throws an `OwnResourceError` for anything else.
 *
 * @param own the resource, as written
 * @example await listRows(client, ownResource(vehicles), { page: 0, size: 10, filters: [] })
 */
export function ownResource<Row, Detail = Row, Name extends string = string & keyof Detail>(
  own: OwnResource<Row, Detail, Name>,
): ResourceDefinition<Row, Detail, Name> {
  refuseOther(own);
  const known = completed.get(own) ?? complete(own);
  completed.set(own, known);
  return known as unknown as ResourceDefinition<Row, Detail, Name>;
}
