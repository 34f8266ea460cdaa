import { count, listOf, object, type Schema, string } from './schemas.ts';

const header = (description: string, schema: Schema = string, required = false) => ({
  description,
  ...(required && { required }),
  schema,
});

/** RFC 9457, with the fields that are to blame. */
const problem: Schema = object(
  {
    type: string,
    title: string,
    status: { type: 'integer' },
    detail: string,
    errors: listOf(
      object({
        pointer: { type: 'string', description: 'JSON pointer into what was sent: /amount_paid' },
        detail: string,
      }),
    ),
    requestId: string,
  },
  ['type', 'title', 'status', 'detail', 'requestId'],
);

/** The problem of a record that has another version than the call was made for. */
const changed: Schema = {
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    {
      type: 'object',
      properties: {
        current: {
          type: 'object',
          description:
            'The record as it is now, as its `GET` answers it (of records without one: as a row). Left out where the account may not read it.',
        },
      },
    },
  ],
};

/** What operations share, but for the schemas of records. */
export const SHARED = {
  securitySchemes: {
    authorization: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The answer to login carries the header `authorization`; its value is sent back whole.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', minLength: 1 },
      description:
        'The same key with the same body (of an upload: the same file and fields) gets the first answer again, with `idempotent-replayed: true`; with another body 422 without `errors`.',
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      schema: { type: 'string', minLength: 1 },
      description:
        'The `ETag` that the record was loaded with, a list of them, or `*`. Where the record has another version by now, nothing is done, and the answer is 412. Without this header the call is served.',
    },
  },
  headers: {
    RequestId: header('Names this answer in the logs of the service.', string, true),
    RetryAfter: header('Seconds, or a date, before which asking again is of no use.'),
    IdempotentReplayed: header('`true`: the first answer to this Idempotency-Key, once more.'),
    Authorization: header('Kept whole, and sent back in the same header.', string, true),
    ETag: header(
      'Version of the record, strong; raised by every change. Send it back as `If-Match`.',
      { type: 'string', pattern: '^"[^"]*"$' },
      true,
    ),
    ContentDisposition: header('Name of the file.', string, true),
    ImportId: header('Of the import, as `imports` tells of it.', string, true),
    ImportCount: header('Rows that it became of.', count, true),
  },
  responses: {
    Changed: {
      description: 'The record was changed since that version; nothing was done.',
      headers: {
        'x-request-id': { $ref: '#/components/headers/RequestId' },
        etag: { $ref: '#/components/headers/ETag' },
      },
      content: { 'application/problem+json': { schema: changed } },
    },
    Problem: {
      description: 'Refused or failed.',
      headers: {
        'x-request-id': { $ref: '#/components/headers/RequestId' },
        'retry-after': { $ref: '#/components/headers/RetryAfter' },
      },
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
} as const;

export const PROBLEM = problem;
