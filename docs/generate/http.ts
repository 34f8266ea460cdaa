import { openApiDocument } from '../openapi/document.ts';
import { code, page, table } from './markdown.ts';

interface Operation {
  readonly summary?: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly responses?: Readonly<Record<string, unknown>>;
}

type Row = readonly [tag: string, row: readonly string[]];

/** The calls of the service, from the same document that its answers are checked against. */
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
    'What a backend answers, and the sandbox does. The whole of it, with every shape, is ' +
      '[OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0) in `docs/openapi.json`, made from core’s definitions; the ' +
      'sandbox’s answers are held against it in its tests. Errors are `application/problem+json`; unsafe calls take an ' +
      '`Idempotency-Key`; [your own backend](../guide/own-backend.md) says what else matters.',
    ...[...tags].flatMap(([tag, own]) => [
      `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}`,
      table(
        ['call', 'what it does', 'answers'],
        own.map(([, row]) => row),
      ),
    ]),
  );
}
