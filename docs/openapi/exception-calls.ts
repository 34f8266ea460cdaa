import { exceptions } from '@forecourt/core';
import { type ContractCall, json } from './operation.ts';
import { count, day, object, ref, schemaName, string } from './schemas.ts';

function actionNamed(name: string) {
  const found = exceptions.actions?.find((action) => action.name === name);
  if (!found) throw new Error(`Core defines no action ${name}.`);
  return found;
}

function settling(name: 'explain' | 'dismiss' | 'reopen', summary: string): ContractCall {
  const { action, call } = actionNamed(name);
  const { method, path } = call(['{id}'], {});
  return {
    method,
    path: decodeURIComponent(path),
    action,
    operationId: `exceptions.${name}`,
    tag: 'exceptions',
    summary,
    conditional: true,
    body: json(object({ reason: { ...string, maxLength: 500 } })),
    answer: {
      description: 'The exception.',
      content: json(ref(schemaName(exceptions))),
      headers: { etag: 'ETag' },
    },
  };
}

const LATE = "409 with who did it if it isn't open any more";

/** Calls that settle exceptions, and that judge past purchases again (TXN-18). */
export function exceptionCalls(): readonly ContractCall[] {
  const { action, call } = actionNamed('judge');
  const { method, path } = call([], {});
  const days = { from: day, to: { ...day, description: 'Last day, inclusive; at most 92 days.' } };
  return [
    settling('explain', `Explains an exception with a reason; ${LATE}`),
    settling('dismiss', `Dismisses an exception with a reason; ${LATE}`),
    settling(
      'reopen',
      'Reopens an explained or dismissed exception with a reason, which the trail keeps with the former one; 409 if it is open',
    ),
    {
      method,
      path,
      action,
      operationId: 'exceptions.judge',
      tag: 'exceptions',
      summary: 'Judges the purchases of past days again; nothing is found twice',
      body: json(object(days)),
      answer: {
        description:
          'How many purchases were judged, and how many exceptions are new, changed, or no longer hold.',
        content: json(
          object({
            ...days,
            ...{ judged: count, opened: count, changed: count, closed: count },
            company_name: {
              type: 'string',
              description: 'The company whose purchases were judged; empty if all were.',
            },
          }),
        ),
      },
    },
  ];
}
