import { requestInWords } from '@forecourt/core';
import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '../http/env.ts';
import { actorOf, recordChange } from './audit.ts';

const isFile = ({ headers, ok }: Response): boolean =>
  ok && (headers.get('content-disposition')?.startsWith('attachment') ?? false);

/** 'cards.export' → 'cards'. */
const resourceOf = (action: string): string => action.split('.')[0] ?? action;

/** Most characters of a request that the trail records. */
const ASKED_LENGTH = 500;

/** One or several days, in either way of writing them: no number of a card. */
const DAYS =
  /^(\d{4}-\d{2}-\d{2}|\d{2}-\d{2}-\d{4})(\s+(\d{4}-\d{2}-\d{2}|\d{2}-\d{2}-\d{4}|\d{2}))*$/;

/** Shortens long numbers, such as a card's, to their last four digits. */
const shown = (text: string): string =>
  text
    .replaceAll(/\d[\d -]{6,}\d/g, (digits) =>
      DAYS.test(digits) ? digits : `…${digits.slice(-4)}`,
    )
    .slice(0, ASKED_LENGTH);

/** What was requested: the body in words, otherwise the query as it is. */
function asked(c: AppContext): { readonly asked?: string } {
  const { searchParams } = new URL(c.req.url);
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).join('&');
  const text = requestInWords(c.get('bodyText') ?? '') || query;
  return text === '' ? {} : { asked: shown(text) };
}

async function recordFile(c: AppContext, action: string): Promise<void> {
  const account = c.get('account');
  if (!account) return;
  const file = /filename="([^"]*)"/.exec(c.res.headers.get('content-disposition') ?? '')?.[1];
  const actor = { ...actorOf(c, account), claim: undefined };
  const changes = { file, ...asked(c) };
  await c.get('services').store.write((tx) =>
    recordChange(tx, actor, {
      action,
      resource: resourceOf(action),
      recordId: c.get('recordId') ?? '',
      changes,
    }),
  );
}

/**
 * Records exports and refusals in the trail (AUTH-13): every answer that is a file, before its first byte, and
 * every 403.
 */
export const callTrail = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const action = c.get('action');
  if (action === undefined) return;
  // The trail records an import as a change; its answer is the uploaded file.
  if (isFile(c.res) && !action.endsWith('.import')) await recordFile(c, action);
  if (c.res.status !== 403) return;
  await c.get('services').refusals.note(c, {
    account: c.get('account'),
    action: 'call.refused',
    resource: resourceOf(action),
    recordId: c.get('recordId') ?? '',
    reason: `${action} is not allowed`,
  });
});
