import {
  CONFLICT_MESSAGES,
  EXPORT_MESSAGES,
  MESSAGES,
  NOT_THE_SERVICE,
  REASON_MESSAGES,
  SAME_PAYMENT_MESSAGES,
} from '@forecourt/core';

/** Catalogues by exported name: EXPORT_MESSAGES are loaded with lists, those after it only with forms. */
const CATALOGUES = {
  MESSAGES,
  EXPORT_MESSAGES,
  CONFLICT_MESSAGES,
  REASON_MESSAGES,
  SAME_PAYMENT_MESSAGES,
  NOT_THE_SERVICE,
};

import { code, page, table } from './markdown.ts';

/** Returns every text by its path in core's table; texts with values contain samples. */
function texts(value: unknown, path: string): (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    // A list of one item is shown as its text, too.
    const sample = [['…'], ['…'], ['…']];
    return [[path, String((value as (...args: readonly unknown[]) => unknown)(...sample))]];
  }
  return Object.entries(value as object).flatMap(([name, inner]) =>
    texts(inner, path === '' ? name : `${path}.${name}`),
  );
}

const KINDS = [
  [
    'http',
    'the service refused the call, or it could not be reached (`http_422`, `invalid_credentials` …)',
  ],
  ['network', 'no connection, or a broken one (`network`, `cut_off`)'],
  ['timeout', 'no response in time, or a stalled one (`timeout`, `silence`)'],
  ['schema', 'an unreadable answer (`unreadable`)'],
  ['cancelled', 'stopped by its signal (`cancelled`)'],
] as const;

const OUTCOMES = [
  ['none', 'nothing happened: you may send it again'],
  ['done', 'it was done, but the answer could not be read completely'],
  ['unknown', 'it may have been done: ask about its key, and never send it again blindly'],
] as const;

const EXITS = [
  ['0', 'done'],
  ['1', 'unexpected'],
  ['2', 'usage: a value is missing or wrong; also a file or record that does not exist'],
  ['3', 'not signed in, or credentials refused'],
  ['4', 'no permission'],
  [
    '5',
    'the input failed its checks and nothing was sent; or the service refused it (400, 409, 413, 422)',
  ],
  ['6', 'partly done: some files or rows were refused'],
  ['7', 'the service could not be reached, or failed (429 and 5xx too)'],
  ['8', 'outcome unknown; the next run resolves it'],
  ['130', 'interrupted'],
  [
    '141',
    'the reader of standard output closed it (`| head`), as for any tool that SIGPIPE ends; standard error lists what was changed',
  ],
] as const;

/** Returns the page of errors and their texts on each surface. */
export function errorsPage(): string {
  return page(
    'Errors',
    'Every failed call rejects with an `ApiError`: `kind` is where it failed, `code` what failed, ' +
      '`outcome` whether anything happened, `retryable` whether trying again may help. Workflows report the same as a ' +
      '`Failure`, which is plain JSON. Card numbers, passwords and the authorization are masked in all of them.',
    '## Kinds',
    table(
      ['kind', 'when'],
      KINDS.map(([kind, text]) => [code(kind), text]),
    ),
    '## Outcomes',
    table(
      ['outcome', 'what it means'],
      OUTCOMES.map(([outcome, text]) => [code(outcome), text]),
    ),
    '## Exit codes of the command line',
    table(['code', 'meaning'], EXITS),
    '## Texts',
    'The literal texts that people see, by their path in the catalogues that `@forecourt/core` exports. `…` is a placeholder for a value.',
    ...Object.entries(CATALOGUES).flatMap(([catalogue, entries]) => [
      `### ${catalogue}`,
      table(
        ['name', 'text'],
        texts(entries, '').map(([name, text]) => [code(name), text]),
      ),
    ]),
  );
}
