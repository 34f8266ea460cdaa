import {
  can,
  emailReport,
  isEmail,
  localToday,
  MOST_RECIPIENTS,
  recipientsIn,
} from '@forecourt/core';
import { sql } from 'kysely';
import { actorOf, beginEntry, endEntry } from '../audit/audit.ts';
import { type Account, accessOf } from '../auth/account.ts';
import { storedScreens } from '../auth/sessions.ts';
import type { Reader } from '../db/store.ts';
import { dayText } from '../documents/document-text.ts';
import { refuseField } from '../forms/sent-record.ts';
import { API_PATH, type AppContext } from '../http/env.ts';
import { knownBody, queryOf, refuseUnknownParameters } from '../http/known-fields.ts';
import { onlyOne } from '../http/only-one.ts';
import { signedIn } from '../http/permit.ts';
import { Problem } from '../http/problem.ts';
import { enterEmail, forgetEmail, refuseTooMany } from '../mail/mail-limit.ts';
import { sendMail } from '../mail/mailer.ts';
import { type Body, brandFor, checkReport, fileOf, reportFileName } from './report-request.ts';

const refused = (detail: string) => refuseField('/recipients', detail);

/** Returns the addresses, each once; 422 for what is no list of them. */
function addressesIn({ recipients }: Body): readonly string[] {
  const sent = Array.isArray(recipients) ? recipients : [];
  const texts = sent.filter((one): one is string => typeof one === 'string');
  const addresses = recipientsIn(texts.join(','));
  const wrong = addresses.filter((address) => !isEmail(address));
  if (addresses.length === 0 || texts.length < sent.length) {
    throw refused('Recipients is a list of e-mail addresses: give at least one.');
  }
  if (addresses.length > MOST_RECIPIENTS) {
    throw refused(`At most ${MOST_RECIPIENTS} recipients, not ${addresses.length}.`);
  }
  if (wrong.length > 0) throw refused(`No e-mail address: ${wrong.join(', ')}.`);
  return addresses;
}

/**
 * Refuses who may not make the same report: its figures are for nobody else (REP-03). The answer is the same for an
 * address that nobody has, so that it says nothing about the users of others.
 */
async function refuseOthers(
  read: Reader,
  { companyId, email }: Account,
  addresses: readonly string[],
): Promise<void> {
  const users = await read
    .selectFrom('users')
    .select(['id', 'company_id', sql<string>`lower(email)`.as('address')])
    .where(sql<string>`lower(email)`, 'in', addresses)
    .execute();
  const entitled = new Set([email.toLowerCase()]);
  for (const user of users) {
    if (user.company_id !== companyId) continue;
    const access = accessOf(await storedScreens(read, user.id), { companyId });
    if (can(access, 'reports.generate').allowed) entitled.add(user.address);
  }
  const others = addresses.filter((address) => !entitled.has(address));
  if (others.length === 0) return;
  const who = others.length === 1 ? 'is no user' : 'are no users';
  throw refused(
    `${others.join(', ')} ${who} who may make this report. Give them the right to Reporting, or download the file.`,
  );
}

/** Draws the report on a thread. */
async function drawn(c: AppContext, body: Body) {
  const { threads } = c.get('services');
  if (!threads) return fileOf(c, body);
  const texts = Object.entries(body).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const path = `${API_PATH}/reporting?${new URLSearchParams(texts)}`;
  const answer = await threads.answer(c, 'files', path);
  if (!answer?.ok) throw new Problem(503, 'The report could not be made. Nothing was sent.');
  const [, name = 'report'] =
    /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return {
    content: new Uint8Array(await answer.arrayBuffer()),
    name,
    type: answer.headers.get('content-type') ?? 'application/octet-stream',
  };
}

const textOf = (title: string, day: string, issuer: string): string => `Hello,

please find attached the ${title} of ${dayText(day)}.

${issuer}
`;

const NAMES = emailReport.fields.map(({ name }) => name);
const FIELDS = emailReport.fields.filter(({ name }) => name !== 'recipients');

const subjectOf = ({ report_type }: Body, day: string): string =>
  `${report_type === 'aging' ? 'Aging' : 'Sales'} report, ${dayText(day)}`;

/** What was chosen in the report, as the trail says it: 'by customer, to 2026-11-18'; '' for all of it. */
const choicesOf = (body: Body): string =>
  ['by', 'columns', 'from', 'to']
    .flatMap((name) => (body[name] ? [`${name} ${String(body[name])}`] : []))
    .join(', ');

/** When the report was sent today, by whoever may make the same one, and to whom: the latest first. */
async function sentToday(c: AppContext, body: Body, today: string) {
  const { now, store } = c.get('services');
  const { companyId } = signedIn(c);
  const rows = await store.read
    .selectFrom('audit')
    .select(['at', 'changes'])
    .where('action', '=', 'reports.email')
    .where('resource', '=', 'reports')
    .where('record_id', '=', String(body.report_type))
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .where('at', '>', new Date(now().getTime() - 36 * 3_600_000).toISOString())
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.flatMap(({ at, changes }) => {
    const {
      choices = '',
      file,
      result,
      to,
    } = JSON.parse(changes) as Readonly<Record<string, string>>;
    // The file's name has the day.
    const same =
      choices === choicesOf(body) && file === reportFileName(body, today) && result !== 'failed';
    return same ? [{ at, to: to ?? '' }] : [];
  });
}

/** Returns what sending would do, and when the same was sent today (REP-03). Sends nothing. */
export async function previewReportEmail(c: AppContext): Promise<Response> {
  refuseUnknownParameters(
    queryOf(c),
    FIELDS.map(({ name }) => name),
  );
  const body = Object.fromEntries(FIELDS.map(({ name }) => [name, onlyOne(c, name)]));
  checkReport(body, FIELDS);
  const { now, timeZone } = c.get('services');
  const today = localToday(now(), timeZone);
  return c.json({
    subject: subjectOf(body, today),
    attachment: reportFileName(body, today),
    sent_today: await sentToday(c, body, today),
  });
}

/** Sends a report to users who may make it (REP-03): `POST reporting/email`. */
export async function emailReportTo(c: AppContext): Promise<Response> {
  const body = await knownBody(c, NAMES);
  checkReport(body, FIELDS);
  const { mail, mailLimits, now, store, timeZone } = c.get('services');
  const addresses = addressesIn(body);
  await refuseOthers(store.read, signedIn(c), addresses);
  const { recipients: _, ...which } = body;
  const type = String(body.report_type);
  const actor = actorOf(c, signedIn(c));
  const about = {
    column: 'report',
    value: JSON.stringify(Object.entries(which).sort()),
    name: `The ${type} report`,
  } as const;
  const attempt = { about, userId: actor.account.userId, claim: actor.claim };
  await refuseTooMany(store.read, now(), mailLimits, attempt);
  // Before it counts as started: if it can't be made, nothing was sent.
  const file = await drawn(c, which);
  const brand = await brandFor(c);
  const today = localToday(now(), timeZone);
  const to = addresses.join(', ');
  const choices = choicesOf(which);
  const sent = {
    action: 'reports.email',
    resource: 'reports',
    recordId: type,
    changes: { to, file: file.name, ...(choices !== '' && { choices }) },
  };
  const { email, entry } = await store.write(async (tx) => ({
    email: await enterEmail(tx, now(), mailLimits, attempt),
    entry: await beginEntry(tx, actor, sent),
  }));
  try {
    await sendMail(mail, {
      to,
      subject: subjectOf(which, today),
      from: { brand: brand.name, address: brand.sender.email },
      text: textOf(`${type} report`, today, brand.issuer),
      at: now(),
      attachment: { filename: file.name, content: file.content, contentType: file.type },
    });
  } catch (error) {
    // An unreachable mail server doesn't count against the limit.
    await store.write(async (tx) => {
      await forgetEmail(tx, email);
      await endEntry(tx, actor, entry, { ...sent, failed: true });
    });
    throw error;
  }
  await store.write((tx) => endEntry(tx, actor, entry, sent));
  return c.json({}, 202);
}
