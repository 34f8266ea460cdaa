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
  },
  headers: {
    RequestId: header('Names this answer in the logs of the service.', string, true),
    RetryAfter: header('Seconds, or a date, before which asking again is of no use.'),
    IdempotentReplayed: header('`true`: the first answer to this Idempotency-Key, once more.'),
    Authorization: header('Kept whole, and sent back in the same header.', string, true),
    ContentDisposition: header('Name of the file.', string, true),
    ImportId: header('Of the import, as `imports` tells of it.', string, true),
    ImportCount: header('Rows that it became of.', count, true),
  },
  responses: {
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
