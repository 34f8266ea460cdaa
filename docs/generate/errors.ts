import {
  CONFLICT_MESSAGES,
  MESSAGES,
  NOT_THE_SERVICE,
  REASON_MESSAGES,
  SAME_PAYMENT_MESSAGES,
} from '@forecourt/core';

/** Each catalogue by its exported name; CONFLICT_, REASON_ and SAME_PAYMENT_MESSAGES load with forms only. */
const CATALOGUES = {
  MESSAGES,
  CONFLICT_MESSAGES,
  REASON_MESSAGES,
  SAME_PAYMENT_MESSAGES,
  NOT_THE_SERVICE,
};

import { code, page, table } from './markdown.ts';

/** Every text by its place in core's table; a text that is made from values is shown with samples in them. */
function texts(value: unknown, path: string): (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    // A list of one reads as its text, too.
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
    'the service refused the call, or it could not be asked (`http_422`, `invalid_credentials` …)',
  ],
  ['network', 'no connection, or one that broke (`network`, `cut_off`)'],
  ['timeout', 'no response in time, or one that stalled (`timeout`, `silence`)'],
  ['schema', 'an answer that can not be read (`unreadable`)'],
  ['cancelled', 'stopped by its signal (`cancelled`)'],
] as const;

const OUTCOMES = [
  ['none', 'nothing happened: it may be sent again'],
  ['done', 'it was done; the answer could not be read to its end'],
  ['unknown', 'it may have been done: ask under its key, never send blindly again'],
] as const;

const EXITS = [
  ['0', 'done'],
  ['1', 'unexpected'],
  ['2', 'usage: a value is missing or wrong; also a file or record that is not there'],
  ['3', 'not signed in, or credentials refused'],
  ['4', 'no permission'],
  [
    '5',
    'the input failed its checks, nothing was sent; or the service refused it (400, 409, 413, 422)',
  ],
  ['6', 'partly done: some files or rows were refused'],
  ['7', 'the service could not be reached, or failed (429 and 5xx too)'],
  ['8', 'outcome unknown; the next run resolves it'],
  ['130', 'interrupted'],
  [
    '141',
    'whoever read standard output has gone (`| head`), as for any tool that SIGPIPE ends; what was changed is on standard error',
  ],
] as const;

/** What can go wrong, and how each surface says it. */
export function errorsPage(): string {
  return page(
    'Errors',
    'Every failed call rejects with one class, `ApiError`: its `kind` says where it failed, `code` what it was, ' +
      '`outcome` whether anything happened, `retryable` whether trying again may help. Workflows tell the same as a ' +
      '`Failure`, plain JSON. Card numbers, passwords and the authorization are masked in all of them.',
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
    'The literal texts that people see, by their place in the catalogues that `@forecourt/core` exports. `…` stands for a value.',
    ...Object.entries(CATALOGUES).flatMap(([catalogue, entries]) => [
      `### ${catalogue}`,
      table(
        ['name', 'text'],
        texts(entries, '').map(([name, text]) => [code(name), text]),
      ),
    ]),
  );
}
