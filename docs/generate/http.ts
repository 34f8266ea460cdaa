import { openApiDocument } from '../openapi/document.ts';
import { code, page, table } from './markdown.ts';

interface Operation {
  readonly summary?: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly responses?: Readonly<Record<string, unknown>>;
}

type Row = readonly [tag: string, row: readonly string[]];

/** Returns the page of the service's calls, from the document that the tests compare its answers with. */
export function httpPage(): string {
  const rows = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(
      ([method, operation]): Row => [
        operation.tags?.[0] ?? 'Other',
        [
          code(`${method.toUpperCase()} ${path}`),
          operation.summary ?? '',
          Object.keys(operation.responses ?? {}).join(', '),
        ],
      ],
    ),
  );
  const tags = Map.groupBy(rows, ([tag]) => tag);
  return page(
    'HTTP contract',
    'The calls that a backend implements, as the sandbox does. The complete contract, with every schema, is an ' +
      '[OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0) document in `docs/openapi.json`, generated from core’s ' +
      'definitions; the sandbox’s tests compare its answers with it. Errors are `application/problem+json`; unsafe calls ' +
      'accept an `Idempotency-Key`; [Your own backend](../guide/own-backend.md) lists the other requirements. A field or parameter that a list, an export or an action doesn’t have is a 400; a record’s is ignored, because clients send records back whole.',
    ...[...tags].flatMap(([tag, own]) => [
      `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`,
      table(
        ['call', 'what it does', 'answers'],
        own.map(([, row]) => row),
      ),
    ]),
  );
}
