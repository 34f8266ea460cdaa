import { ACTIONS, type Action, type Requirement, screenOf } from '@forecourt/core';
import { binary, oneOf, type Schema, string } from './schemas.ts';

/** One call of the contract, before conversion to OpenAPI. */
export interface ContractCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base path, with its parameters in braces: 'user/{id}'. */
  readonly path: string;
  /** The required action in core's table; a call without one needs no session. */
  readonly action?: Action;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  readonly query?: readonly Parameter[];
  readonly body?: Content;
  readonly answer: Answer;
  /** A POST that changes nothing. */
  readonly safe?: boolean;
  /** Accepts `If-Match` with the version of the loaded record (WIRE-05). */
  readonly conditional?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly schema: Schema;
  readonly description?: string;
  readonly required?: boolean;
  /** Repeats the name for each value. */
  readonly explode?: boolean;
  /** Field names of the columns that the value may refer to. */
  readonly 'x-fields'?: readonly string[];
}

/** Content type → schema. */
export type Content = Readonly<Record<string, Schema>>;

export interface Answer {
  readonly description: string;
  /** Default 200. */
  readonly status?: number;
  readonly content?: Content;
  /** Names of components. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = 'application/json';
export const FORM = 'multipart/form-data';
export const CSV = 'text/csv';
export const PDF = 'application/pdf';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const ZIP = 'application/zip';

export const json = (schema: Schema): Content => ({ [JSON_TYPE]: schema });

/** An answer that is a file to keep. */
export const file = (description: string, ...types: readonly string[]): Answer => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, binary])),
  headers: { 'content-disposition': 'ContentDisposition' },
});

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, component]) => [name, reference('headers', component)]),
  );

const contentOf = (content: Content) =>
  Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));

const problem = reference('responses', 'Problem');
const changed = reference('responses', 'Changed');

/** Says which of a record's two names its path or a field contains; text that is both is refused with 409. */
export const byParameter = (named: string, holder = 'the path'): Parameter => ({
  name: 'by',
  schema: oneOf(['id', named]),
  description: `Whether ${holder} has the id or the ${named}. Default: either; 409 if they are two records.`,
});

/** Returns the error statuses that a call of this kind can return; all others are `default`. */
function refusals(call: ContractCall, requirement: Requirement | undefined): readonly number[] {
  const names = call.path.includes('{') || call.method === 'PUT';
  const withId = names || call.query?.some(({ name }) => name === 'id') === true;
  const twoNames = call.query?.some(({ name }) => name === 'by') === true;
  return [
    ...(call.body || call.query || call.conditional ? [400] : []),
    401,
    ...(requirement !== undefined && requirement !== 'session' ? [403] : []),
    ...(requirement === 'session' && call.path.startsWith('switch/') ? [403] : []),
    ...(withId ? [404] : []),
    ...((call.method === 'GET' || call.safe) && !twoNames ? [] : [409]),
    ...(call.body ? [413, 415, 422] : []),
    ...(call.path === 'email-invoice' ? [429] : []),
    ...(call.path === 'login' || call.path === 'profile/password' ? [429, 503] : []),
  ];
}

function rightOf(action: Action, requirement: Requirement) {
  if (requirement === 'session') {
    return { right: { action, session: true }, text: `Needs a session (\`${action}\`).` };
  }
  const { menu, right, staff } = requirement;
  const screen = screenOf(menu);
  const withheld = /\.(create|update|void)$/.test(action)
    ? ' Without the right to read the record, the answer has only `id` and `message`.'
    : '';
  return {
    right: { action, menu, right, screen, ...(staff && { staff }) },
    text: `Needs ${right} on ${menu}, screen ${screen} (\`${action}\`)${staff ? ', and is for staff of the provider alone' : ''}.${withheld}`,
  };
}

const isUnsafe = ({ action, method, safe }: ContractCall): boolean =>
  method !== 'GET' && safe !== true && action !== undefined;

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: string,
  }));

/** Converts a call to an operation object. */
export function operation(call: ContractCall) {
  const { action, answer } = call;
  const requirement = action && (ACTIONS[action] as Requirement);
  const right = action && requirement && rightOf(action, requirement);
  const unsafe = isUnsafe(call);
  const parameters = [
    ...pathParameters(call.path),
    ...(call.query ?? []).map(({ explode, ...parameter }) => ({
      ...parameter,
      in: 'query',
      ...(explode && { style: 'form', explode }),
    })),
    ...(unsafe ? [reference('parameters', 'IdempotencyKey')] : []),
    ...(call.conditional ? [reference('parameters', 'IfMatch')] : []),
  ];
  const headers = {
    'x-request-id': 'RequestId',
    ...(unsafe && { 'idempotent-replayed': 'IdempotentReplayed' }),
    ...answer.headers,
  };
  return {
    operationId: call.operationId,
    summary: call.summary,
    ...(right && { description: right.text, 'x-right': right.right }),
    tags: [call.tag],
    ...(action === undefined && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: { required: true, content: contentOf(call.body) } }),
    responses: {
      [answer.status ?? 200]: {
        description: answer.description,
        headers: headersOf(headers),
        ...(answer.content && { content: contentOf(answer.content) }),
      },
      ...Object.fromEntries(refusals(call, requirement).map((status) => [status, problem])),
      ...(call.conditional && { 412: changed }),
      default: problem,
    },
  };
}
