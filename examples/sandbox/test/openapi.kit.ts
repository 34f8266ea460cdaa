import { readFileSync } from 'node:fs';
import type { Action } from '@forecourt/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Hono } from 'hono';
import { expect } from 'vitest';
import { createApp } from '../src/app.ts';
import type { AppEnv } from '../src/http/env.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Reference {
  readonly $ref: string;
}
interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly enum?: readonly string[] };
  readonly 'x-fields'?: readonly string[];
}
interface Operation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly security?: readonly unknown[];
  readonly 'x-right'?: { readonly action: Action };
  readonly responses: Readonly<Record<string, DocumentedAnswer | Reference>>;
}

/** One documented call. */
export class DocumentedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;

  constructor(method: string, path: string, operation: Operation) {
    this.method = method;
    this.path = path;
    this.operation = operation;
  }

  get name(): string {
    return `${this.method} ${this.path}`;
  }

  get query(): readonly Parameter[] {
    const parameters = this.operation.parameters ?? [];
    return parameters.filter(
      (parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query',
    );
  }

  /** Calls that change something take an Idempotency-Key. */
  get changes(): boolean {
    const parameters = this.operation.parameters ?? [];
    return parameters.some((one) => '$ref' in one && one.$ref.endsWith('/IdempotencyKey'));
  }

  /** The action of core's table that the call needs. */
  get action(): Action | undefined {
    return this.operation['x-right']?.action;
  }

  /** Takes a JSON body. */
  get json(): boolean {
    return this.operation.requestBody?.content['application/json'] !== undefined;
  }

  get anonymous(): boolean {
    return this.operation.security?.length === 0;
  }
}

const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'openapi');

const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Every call of the document. */
export const CALLS: readonly DocumentedCall[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(
    ([method, operation]) => new DocumentedCall(method.toUpperCase(), path, operation),
  ),
);

const pointer = (...parts: readonly string[]): string =>
  `#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

// biome-ignore lint/suspicious/noExplicitAny: a reference leads anywhere in the document.
const follow = (reference: string): any =>
  reference
    .slice(2)
    .split('/')
    .reduce((value, part) => value[part], document);

function validate(at: string, value: unknown): void {
  const check = ajv.getSchema(`openapi${at}`);
  if (!check) throw new Error(`The document has no schema at ${at}.`);
  check(value);
  expect(check.errors ?? [], `as ${at} says`).toEqual([]);
}

const isReference = (value: object): value is Reference => '$ref' in value;

/** Holds a body that is to be sent against the document. */
export function expectBody({ method, path }: DocumentedCall, body: unknown): void {
  validate(
    pointer(
      'paths',
      path,
      method.toLowerCase(),
      'requestBody',
      'content',
      'application/json',
      'schema',
    ),
    body,
  );
}

/** Holds an answer against the document: status, headers, content type and body. */
export async function expectDocumented(call: DocumentedCall, answer: Response): Promise<void> {
  const status = String(answer.status);
  const { responses } = call.operation;
  expect(Object.keys(responses), `${call.name} answered ${status}`).toContain(status);
  const found = responses[status] as DocumentedAnswer | Reference;
  const documented: DocumentedAnswer = isReference(found) ? follow(found.$ref) : found;
  for (const [name, { $ref }] of Object.entries(documented.headers ?? {})) {
    if (follow($ref).required) expect(answer.headers.get(name), name).not.toBeNull();
  }
  const type = (answer.headers.get('content-type') ?? '').replace(/;.*/, '');
  const types = Object.keys(documented.content ?? {});
  expect(types.includes('*/*') ? type : types.join(), call.name).toContain(type || 'a type');
  if (!type.endsWith('json')) {
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    return;
  }
  const at = isReference(found)
    ? [...found.$ref.slice(2).split('/')]
    : ['paths', call.path, call.method.toLowerCase(), 'responses', status];
  validate(pointer(...at, 'content', type, 'schema'), await answer.json());
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const API = '/api/v1';

/** 'GET /user/:id{[0-9]+}' and 'GET /user/{id}' are the same call. */
export const sameName = (method: string, path: string): string =>
  `${method} ${path.replace(/\/:\w+(\{[^/]*\})?|\/\{\w+\}/g, '/{}').replace(/(.)\/$/, '$1')}`;

function routesOf(app: Hono<AppEnv>): ReadonlySet<string> {
  const routes = app.routes.filter(
    ({ method, path }) => METHODS.includes(method) && path.startsWith(`${API}/`),
  );
  return new Set(routes.map(({ method, path }) => sameName(method, path.slice(API.length))));
}

// Routes are only listed: no call is made with these services.
export const ROUTES: ReadonlySet<string> = routesOf(createApp({} as never, () => undefined));
/** Documented calls that the sandbox has a route for. */
export const ANSWERED: readonly DocumentedCall[] = CALLS.filter(({ method, path }) =>
  ROUTES.has(sameName(method, path)),
);
/** An id that no record has. */
export const UNKNOWN = '999999';

/** A call's path, with samples in place of its parameters. */
export const pathOf = ({ path }: DocumentedCall, sample: (name: string) => string): string =>
  path.slice(1).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sample(name)));

/** Values of the query: every value of a fixed set, and of a list everything it can be asked for. */
export function queriesOf({ query }: DocumentedCall): readonly string[] {
  const text: Readonly<Record<string, string>> = {
    page: '1',
    size: '5',
    from: '2026-01-01',
    to: '2026-11-20',
    input: 'Sudbury',
    id: UNKNOWN,
    key: 'none',
  };
  const valuesOf = (parameter: (typeof query)[number]): readonly string[] => {
    const fields = parameter['x-fields'] ?? [];
    if (parameter.name === 'sort') {
      return fields.map((field, index) => `${field},${index % 2 === 0 ? 'asc' : 'desc'}`);
    }
    if (parameter.name === 'sortParam') return fields;
    // Of most lists the last one is text, which any text may be asked of.
    const field = fields.at(-1) ?? '';
    if (parameter.name === 'filter') return [`${field}::1`, `${field}:1`];
    return parameter.schema.enum ?? [text[parameter.name] ?? ''];
  };
  const most = Math.max(1, ...query.map((parameter) => valuesOf(parameter).length));
  return Array.from({ length: most }, (_, index) => {
    const pairs = query.map((parameter): [string, string] => {
      const values = valuesOf(parameter);
      return [parameter.name, values[index % values.length] ?? ''];
    });
    return new URLSearchParams(pairs).toString();
  });
}

export const url = (path: string, query: string): string =>
  query === '' ? path : `${path}?${query}`;
