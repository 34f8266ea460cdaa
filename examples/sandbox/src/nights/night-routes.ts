import { type HandedFile, isDay, isInstant, MOST_NIGHT_FILES } from '@forecourt/core';
import type { Hono } from 'hono';
import { actorOf, recordChange } from '../audit/audit.ts';
import { refuseIssues } from '../forms/sent-record.ts';
import type { AppEnv } from '../http/env.ts';
import { jsonBody } from '../http/json-body.ts';
import { permit, signedIn } from '../http/permit.ts';

type Body = Readonly<Record<string, unknown>>;

/** Longest name of a file and longest message. */
const LONGEST = 500;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isMoment = (value: unknown): boolean => typeof value === 'string' && isInstant(value);

/** What each field must be, and how that is said. */
const FIELDS: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  run: [
    (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
    '64 lower-case hexadecimal digits',
  ],
  night: [(value) => typeof value === 'string' && isDay(value), 'a day, YYYY-MM-DD'],
  started_at: [isMoment, 'an ISO instant'],
  ended_at: [isMoment, 'an ISO instant'],
  exit_code: [(value) => isCount(value) && Number(value) <= 255, 'a whole number from 0 to 255'],
  message: [isText, `a text of at most ${LONGEST} letters`],
  imported: [isCount, 'a whole number'],
  duplicates: [isCount, 'a whole number'],
  rejected: [isCount, 'a whole number'],
  left_out: [isCount, 'a whole number'],
  files: [
    (value) => Array.isArray(value) && value.length <= MOST_NIGHT_FILES && value.every(isFile),
    `a list of at most ${MOST_NIGHT_FILES} files, each with name, state and message of at most ${LONGEST} letters`,
  ],
};

function isFile(value: unknown): value is HandedFile {
  const { message, name, state } = (value ?? {}) as Body;
  return [message, name, state].every(isText);
}

function check(body: Body): void {
  const issues = Object.entries(FIELDS).flatMap(([name, [isRight, what]]) =>
    isRight(body[name])
      ? []
      : [[name, [{ code: 'invalid', message: `It must be ${what}.` }]] as const],
  );
  refuseIssues(Object.fromEntries(issues));
}

/** The reports of nights, each handed in once (SHELL-14). */
export function nightRoutes(app: Hono<AppEnv>): void {
  app.post('/nights', permit('nights.hand-in'), async (c) => {
    const body = await jsonBody(c);
    check(body);
    const actor = actorOf(c, signedIn(c));
    const { store } = c.get('services');
    const { files, run, ...changes } = body as Body & { files: readonly HandedFile[]; run: string };
    const content = JSON.stringify(
      files.map(({ message, name, state }) => ({ name, state, message })),
    );
    const known = await store.write(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('nights')
        .values({ user_id: actor.account.userId, run, at: actor.at.toISOString(), content })
        .onConflict((conflict) => conflict.columns(['user_id', 'run']).doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return true;
      const reported = Object.fromEntries(
        Object.keys(FIELDS)
          .filter((name) => name in changes)
          .map((name) => [name, changes[name]]),
      );
      await recordChange(
        tx,
        { ...actor, claim: undefined },
        {
          action: 'nights.hand-in',
          resource: 'nights',
          recordId: run,
          label: String(body.night),
          changes: { ...reported, files: files.length + Number(body.left_out) },
        },
      );
      return false;
    });
    return c.json({ known }, known ? 200 : 201);
  });
}
