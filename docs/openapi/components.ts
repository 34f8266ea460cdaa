import { count, listOf, object, type Schema, string } from './schemas.ts';

const header = (description: string, schema: Schema = string, required = false) => ({
  description,
  ...(required && { required }),
  schema,
});

/** An RFC 9457 problem, with the fields that caused it. */
const problem: Schema = object(
  {
    type: string,
    title: string,
    status: { type: 'integer' },
    detail: string,
    errors: listOf(
      object({
        pointer: {
          type: 'string',
          description: 'JSON pointer into the request body: /amount_paid',
        },
        detail: string,
      }),
    ),
    requestId: string,
  },
  ['type', 'title', 'status', 'detail', 'requestId'],
);

/** The problem returned if the record's version differs from `If-Match`. */
const changed: Schema = {
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    {
      type: 'object',
      properties: {
        current: {
          type: 'object',
          description:
            'The present record, as its `GET` returns it (without a `GET`: as a row). Omitted if the account may not read it.',
        },
      },
    },
  ],
};

/** The components that operations share, except the schemas of records. */
export const SHARED = {
  securitySchemes: {
    authorization: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The answer to login has the header `authorization`; send its complete value back.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', minLength: 1 },
      description:
        'The same key with the same body (for an upload: the same file and fields) returns the first answer again, with `idempotent-replayed: true`; with another body it returns 422 without `errors`.',
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      schema: { type: 'string', minLength: 1 },
      description:
        'The `ETag` of the loaded record, a list of them, or `*`. If the record has another version by now, nothing changes and the answer is 412. Without this header the call proceeds.',
    },
  },
  headers: {
    RequestId: header('Identifies this answer in the logs of the service.', string, true),
    RetryAfter: header('Seconds, or a date, to wait before trying again.'),
    IdempotentReplayed: header('`true`: repeats the first answer to this Idempotency-Key.'),
    Authorization: header(
      'Store the complete value and send it back in the same header.',
      string,
      true,
    ),
    ETag: header(
      'Strong version of the record; every change increases it. Send it back as `If-Match`.',
      { type: 'string', pattern: '^"[^"]*"$' },
      true,
    ),
    ContentDisposition: header('Name of the file.', string, true),
    ImportId: header('Id of the import, as in `imports`.', string, true),
    ImportCount: header('Number of rows with this result.', count, true),
    ImportTotals: header(
      'What was entered, by currency: JSON as in `totals` of `imports`. Absent for imports of earlier versions.',
      string,
    ),
  },
  responses: {
    Changed: {
      description: 'The record changed since that version; nothing was done.',
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
