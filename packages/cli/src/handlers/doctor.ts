import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { openChanges } from '../journal/change-once.ts';
import { tableText } from '../output/table.ts';
import { taxesText } from '../preflight/format-taxes.ts';
import { taxesOf } from '../preflight/own-tables.ts';
import { today } from '../today.ts';
import { handler, type Work } from '../work.ts';
import { type Finding, journalCheck, machineChecks, serviceChecks } from './check-up.ts';

const STATES = {
  ok: { text: 'ok', style: 'green' },
  warning: { text: 'warning', style: 'yellow' },
  failed: { text: 'failed', style: 'red' },
} as const;

/** Checks everything a run depends on; the first failure decides the exit code. */
export const run = handler(async (work) => {
  const { output, operation } = work;
  const findings: readonly Finding[] = [
    ...machineChecks(work),
    ...(await serviceChecks(work)),
    journalCheck(work),
    changesCheck(work),
    await taxesCheck(work),
  ];
  const broken = findings.filter(({ state }) => state === 'failed');
  const message =
    broken.length === 0
      ? 'Nothing is wrong.'
      : `Something is wrong: ${broken.map(({ check }) => check).join(', ')}.`;
  output.result({
    document: {
      ok: broken.length === 0,
      operation,
      message,
      checks: findings.map(({ check, state, message }) => ({ check, state, message })),
    },
    text: () =>
      tableText(output, {
        columns: [{ label: 'Check' }, { label: 'State' }, { label: 'Finding', gives: true }],
        rows: findings.map(({ check, state, message }) => [check, STATES[state], message]),
      }),
  });
  output.note(message);
  return broken[0]?.exitCode ?? EXIT.done;
});

/** Which tax tables apply, and whether they are still verified (TXN-15). */
async function taxesCheck(work: Work): Promise<Finding> {
  try {
    const tables = (await taxesOf(work)).facts(today(work.runtime));
    const old = tables.some(({ verifiedUntil }) => verifiedUntil < today(work.runtime));
    const advice = old ? '. Differences are now guards: get a newer table for --tax-tables' : '';
    const message = `${taxesText(tables)}${advice}`;
    return { check: 'taxes', state: old ? 'warning' : 'ok', message };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { check: 'taxes', state: 'failed', message: error.message, exitCode: EXIT.usage };
  }
}

function changesCheck(work: Work): Finding {
  const open = openChanges(work);
  if (open.length === 0) return { check: 'changes', state: 'ok', message: 'none open' };
  return {
    check: 'changes',
    state: 'warning',
    message: `${open.length} with an open outcome: ${open.join(', ')}. Run the same commands again: they find out what happened first.`,
  };
}
