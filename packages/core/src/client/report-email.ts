import * as z from 'zod/mini';
import { formatInstant } from '../format/dates.ts';
import { ApiError } from '../http/outcome.ts';
import type { ActionDefinition, ActionPreview, Draft } from '../resource/form.types.ts';
import { emailReport } from '../resources/reports/reports.rules.ts';
import type { Client } from './client.ts';

/**
 * Returns the action that sends a report that is on screen: it asks only for the format and the recipients (REP-03).
 *
 * @param shown the report's choices, as fields of its form
 */
export const emailShownReport = (shown: Draft): ActionDefinition => ({
  ...emailReport,
  label: 'Send by E-mail',
  title: 'Send Report by E-mail',
  fields: emailReport.fields.filter(({ name }) => name === 'format' || name === 'recipients'),
  starts: { format: 'pdf' },
  call: (ids, draft) => emailReport.call(ids, { ...shown, ...draft }),
});

const sentToday = (times: number, when: string, to: string): string =>
  times === 1
    ? `It was sent today: ${when} to ${to}.`
    : `It was sent ${times} times today, last ${when} to ${to}.`;

const previewSchema = z.object({
  subject: z.string(),
  attachment: z.string(),
  sent_today: z.nullish(z.array(z.object({ at: z.string(), to: z.string() }))),
});

/**
 * Returns the e-mail that `sendReport` would send, and a warning if the same report was sent today (REP-03). Undefined if
 * the service doesn't say it. Rejects with an `ApiError`.
 *
 * @param client whose session and connection are used
 * @param draft the values of `emailReport`
 * @param signal aborts the call
 */
export async function previewReportEmail(
  client: Client,
  draft: Draft,
  signal?: AbortSignal,
): Promise<ActionPreview | undefined> {
  const { recipients: _, ...which } = draft;
  const query = Object.entries(which).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  try {
    const { data } = await client.http.json(
      {
        operation: 'reports.email.preview',
        ...{ method: 'GET', path: 'reporting/email/preview', query },
        ...(signal && { signal }),
      },
      previewSchema,
    );
    const sent = data.sent_today ?? [];
    const [last] = sent;
    return {
      facts: [
        ['Subject', data.subject],
        ['Attachment', data.attachment],
      ],
      ...(last && {
        doneBefore: last.at,
        warning: sentToday(sent.length, formatInstant(last.at), last.to),
      }),
    };
  } catch (error) {
    // An older service has no preview; sending says what is wrong.
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
