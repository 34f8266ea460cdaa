import { audit, RESOURCES } from '@forecourt/core';
import { billingCalls } from './billing-calls.ts';
import { PROBLEM, SHARED } from './components.ts';
import { customerCalls } from './customer-calls.ts';
import { dashboardCalls } from './dashboard-calls.ts';
import { exceptionCalls } from './exception-calls.ts';
import { fileCalls, ImportRecord } from './file-calls.ts';
import { type ContractCall, operation } from './operation.ts';
import { rateCalls } from './rate-calls.ts';
import { referenceCalls } from './reference-calls.ts';
import { reportCalls } from './report-calls.ts';
import { resourceCalls, resourceSchemas } from './resource-calls.ts';
import type { Schema } from './schemas.ts';
import { sessionCalls, sessionSchemas } from './session-calls.ts';

const DESCRIPTION = [
  'The calls that the portal, the command line and every program that uses `@forecourt/core` make to the service.',
  'Generated from the definitions in core: `x-right` is the right that a call needs, `x-fields` lists the fields to sort or filter by.',
  'An undocumented method on a path is answered with 405 and `Allow`, a body with an undocumented media type with 415 and `Accept`.',
  'A client accepts unknown fields, and missing or null fields unless they identify the record.',
].join(' ');

/** Core's registry, and the audit trail, which is not in it. */
const DEFINITIONS = [
  ...(await Promise.all(RESOURCES.map(({ loadDefinition }) => loadDefinition()))),
  audit,
];

type PathItem = Record<string, ReturnType<typeof operation>>;

function pathsOf(calls: readonly ContractCall[]): Readonly<Record<string, PathItem>> {
  const paths: Record<string, PathItem> = {};
  for (const call of calls) {
    const path = `/${call.path}`;
    const method = call.method.toLowerCase();
    const item = paths[path] ?? {};
    if (item[method]) throw new Error(`${call.method} ${path} is defined twice.`);
    item[method] = operation(call);
    paths[path] = item;
  }
  return paths;
}

/** Returns the OpenAPI 3.1 document of the contract. */
export function openApiDocument() {
  const calls = [
    ...sessionCalls(),
    ...referenceCalls(),
    ...DEFINITIONS.flatMap(resourceCalls),
    ...fileCalls(),
    ...billingCalls(),
    ...exceptionCalls(),
    ...dashboardCalls(),
    ...customerCalls(),
    ...rateCalls(),
    ...reportCalls(),
  ];
  const schemas: Readonly<Record<string, Schema>> = {
    Problem: PROBLEM,
    ...sessionSchemas(),
    ...Object.assign({}, ...DEFINITIONS.map(resourceSchemas)),
    ImportRecord,
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forecourt',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ authorization: [] }],
    tags: [...new Set(calls.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(calls),
    components: { schemas, ...SHARED },
  };
}

/** Returns the document's text, as committed. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
