import { createHash } from 'node:crypto';
import {
  type BillingCall,
  type BillingInput,
  type BillingOutcome,
  billingPorts,
  billingSummary,
  billingWords,
  type Client,
  type Decimal,
  formatMoney,
  isOver,
  PERIOD_NOT_OVER,
  runBilling,
  toFailure,
} from '@forecourt/core';
import { openSignedIn } from '../client/client.ts';
import { knownAccount } from '../client/known-account.ts';
import { permitted } from '../client/permitted.ts';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { privateDir } from '../files/safe-file.ts';
import { exitOfAll } from '../imports/import-document.ts';
import { type AskedPeriod, askedPeriod, plainPeriod } from '../input/days.ts';
import { changeOnce } from '../journal/change-once.ts';
import { type Claim, claim, InUseError } from '../journal/claim.ts';
import { failed, toCommandError } from '../output/failures.ts';
import { createProgress } from '../output/progress.ts';
import { tableText } from '../output/table.ts';
import { knownAddress } from '../settings/same-service.ts';
import { today } from '../today.ts';
import { handler, type Work } from '../work.ts';

/** Invoices what is not yet billed in a period, each invoice once (INV-14). */
export const run = handler(async (work) => {
  const { output, settings, signal } = work;
  const asked = periodOf(work);
  const client = openSignedIn(work, settings, output);
  const input = await inputOf(work, client, asked);
  await permitted(client, 'invoices.create', signal);
  await knownAccount(client, 'invoices.create', signal);
  const warning = warningOf(work, input);
  if (warning !== undefined) output.warn(warning);
  const held = input.dryRun ? undefined : await alone(work, client);
  const outcomes: BillingOutcome[] = [];
  try {
    await billAll(work, client, input, outcomes);
  } catch (error) {
    // Reports earlier invoices as well, so that nobody has to look for them.
    if (outcomes.length > 0) printOutcomes(work, input, outcomes, false);
    throw notOffered(error) ?? toCommandError(error, signal);
  } finally {
    held?.release();
  }
  const exitCode = exitOf(outcomes);
  printOutcomes(work, input, outcomes, exitCode === EXIT.done);
  if (exitCode === EXIT.done || exitCode === EXIT.partlyDone) return exitCode;
  const message = 'No invoice could be made.';
  const detail = outcomes.flatMap(({ message: why }) => why ?? []).join('\n');
  throw new CommandError(exitCode, 'nothing_made', message, { detail });
});

function periodOf({ options: { from, on, to } }: Work): AskedPeriod {
  const asked = askedPeriod({ on, from, last: to, lastFlag: '--to' });
  for (const end of ['from', 'to'] as const) {
    if (asked[end] === undefined) {
      throw usageError(`--${end} is required: a day, YYYY-MM-DD or relative. Or give --on.`);
    }
  }
  return asked;
}

async function inputOf(work: Work, client: Client, asked: AskedPeriod): Promise<BillingInput> {
  const { company, dryRun } = work.options;
  const { from = '', to = '' } = await plainPeriod(work, client, asked);
  return {
    ...{ from, to, dryRun: dryRun === true },
    company: company === undefined ? undefined : String(company),
  };
}

/** Allows one run of an account at a time on this machine: two would keep asking for the same invoices. */
async function alone({ settings }: Work, client: Client): Promise<Claim> {
  const { actingFor, user } = client.session.current ?? {};
  const who = JSON.stringify([knownAddress(settings.baseUrl.value), user?.email, actingFor?.id]);
  const name = createHash('sha256').update(`invoices.run ${who}`).digest('hex');
  privateDir(settings.paths.changes);
  return claim(settings.paths.changes, name).catch((error: unknown) => {
    if (!(error instanceof InUseError)) throw error;
    throw new CommandError(EXIT.outcomeUnknown, 'in_use', error.message, {
      detail: 'Nothing was done. When that run has ended, run the same command again.',
    });
  });
}

async function billAll(
  work: Work,
  client: Client,
  input: BillingInput,
  outcomes: BillingOutcome[],
): Promise<void> {
  const { signal } = work;
  const progress = createProgress(work);
  // Only company, currency and period identify an invoice; it is the same with or without
  // --company.
  const content = { ...work, args: [], options: {} };
  const ports = billingPorts(client, (period) => changeOnce<BillingCall>(content, client, period));
  try {
    for await (const outcome of runBilling(ports, input, signal)) {
      outcomes.push(outcome);
      progress.show(`${outcome.company} ${outcome.currency}`);
    }
  } catch (error) {
    if (error instanceof RangeError) throw usageError(error.message);
    throw error;
  } finally {
    progress.end();
  }
}

/** Returns the error for a service older than INV-14. */
function notOffered(error: unknown): CommandError | undefined {
  if (!(error instanceof Error) || error.name !== 'ApiError') return undefined;
  const { status, ...failure } = toFailure(error);
  if (status !== 404) return undefined;
  const message = 'This service makes no invoices from what is not yet billed.';
  return failed({ ...failure, code: 'not_offered', message });
}

const HARM: Readonly<Record<BillingOutcome['state'], ExitCode | undefined>> = {
  made: EXIT.done,
  would_make: EXIT.done,
  nothing: undefined,
  credit: EXIT.inputRefused,
  refused: EXIT.inputRefused,
};

const exitOf = (outcomes: readonly BillingOutcome[]): ExitCode =>
  exitOfAll(outcomes.flatMap(({ state }) => HARM[state] ?? []));

const warningOf = ({ runtime }: Work, { to }: BillingInput): string | undefined =>
  isOver(to, today(runtime)) ? undefined : PERIOD_NOT_OVER;

/** A company with nothing to bill in any currency gets one row. */
const rowsOf = (outcomes: readonly BillingOutcome[]): readonly BillingOutcome[] =>
  [...Map.groupBy(outcomes, ({ company }) => company).values()].flatMap((own) => {
    const some = own.filter(({ state, without_lines }) => state !== 'nothing' || without_lines > 0);
    if (some.length > 0) return some;
    const [first] = own;
    const already_billed = own.reduce((sum, each) => sum + each.already_billed, 0);
    return first ? [{ ...first, currency: '', already_billed }] : [];
  });

function printOutcomes(
  work: Work,
  input: BillingInput,
  outcomes: readonly BillingOutcome[],
  ok: boolean,
): void {
  const { operation, output } = work;
  const warning = warningOf(work, input);
  const dryRun = input.dryRun === true;
  const written = (amount: Decimal): string => amount.toFixed(2);
  const message = billingSummary(outcomes, { dryRun, written });
  const { company: _, ...asked } = input;
  output.result({
    document: {
      ...{ ok, operation, message, ...asked },
      ...(warning !== undefined && { warning }),
      items: outcomes.map(({ total, ...rest }) => ({
        ...rest,
        ...(total && { total: total.toFixed(2) }),
      })),
    },
    text: () =>
      [
        tableText(output, {
          columns: [
            { label: 'Company', gives: true },
            { label: 'Currency', stays: true },
            { label: 'Lines', align: 'right' },
            { label: 'Total', align: 'right', stays: true },
            { label: 'Invoice', stays: true },
            { label: 'Outcome', gives: true },
          ],
          rows: rowsOf(outcomes).map((outcome) => [
            outcome.company,
            outcome.currency,
            String(outcome.lines ?? ''),
            outcome.total ? formatMoney(outcome.total) : '',
            outcome.invoice_number ?? '',
            billingWords(outcome),
          ]),
        }),
        billingSummary(outcomes, { dryRun }),
      ].join('\n'),
  });
}
