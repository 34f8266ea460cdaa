import { EXIT } from '../exit-codes.ts';
import { body } from '../io/body.ts';
import { type Finding, journalCheck, machineChecks, serviceChecks } from '../io/check-up.ts';
import { tableText } from '../io/table.ts';

const STATES = {
  ok: { text: 'ok', style: 'green' },
  warning: { text: 'warning', style: 'yellow' },
  failed: { text: 'failed', style: 'red' },
} as const;

/** Looks at all that a run stands on; the first thing that failed gives the exit code. */
export const run = body(async (work) => {
  const { output, operation } = work;
  const findings: readonly Finding[] = [
    ...machineChecks(work),
    ...(await serviceChecks(work)),
    journalCheck(work),
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
