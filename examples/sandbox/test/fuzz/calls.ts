import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Operation {
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly 'x-fields'?: readonly string[];
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

/** What an attack has to know of a call of the OpenAPI document. */
export interface DocumentedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly 'x-fields'?: readonly string[] }[];
  readonly json: boolean;
  readonly form: boolean;
  /** Every field that its body may have, at its top. */
  readonly fields: readonly string[];
}

const document = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
);

const follow = ($ref: string): Schema =>
  $ref
    .slice(2)
    .split('/')
    .reduce((at, part) => at[part], document);

function fieldsOf(schema: Schema | undefined): string[] {
  if (!schema) return [];
  if (schema.$ref) return fieldsOf(follow(schema.$ref));
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(fieldsOf)];
}

const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Every call of the document. */
export const CALLS: readonly DocumentedCall[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { parameters = [], requestBody }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    query: parameters.flatMap(({ in: place, name, ...more }) =>
      place === 'query' && name !== undefined ? [{ name, ...more }] : [],
    ),
    json: requestBody?.content['application/json'] !== undefined,
    form: requestBody?.content['multipart/form-data'] !== undefined,
    fields: [...new Set(fieldsOf(requestBody?.content['application/json']?.schema))],
  })),
);
