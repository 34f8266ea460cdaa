import { CommandError, isCommandError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { Invocation } from '../invocation.ts';
import { redact } from '../redact.ts';

/** Failures whose cause is not in what was typed: seeing each step may help. */
const WORTH: readonly number[] = [
  EXIT.unexpected,
  EXIT.partlyDone,
  EXIT.serviceFailed,
  EXIT.outcomeUnknown,
];

const OFFER = 'To see each step, run it with `--record FILE`, then `forecourt runs show FILE`.';

/** Reports to a person only: logs of a night and scripts are spared the same line every time. */
const isWatched = ({ options, runtime }: Invocation): boolean =>
  runtime.stderr.isTTY === true && options.json !== true && options.quiet !== true;

const NOTHING = 'Nothing was recorded: this command ran no workflow and called no service.';

function remarkOn(invocation: Invocation, exitCode: number, isKept: boolean | undefined) {
  const { recording } = invocation;
  if (recording === undefined) {
    return WORTH.includes(exitCode) && isWatched(invocation) ? OFFER : undefined;
  }
  if (!isKept) return NOTHING;
  return `Recorded in ${recording.path}: \`forecourt runs show\` draws it.`;
}

/** Ends the recording of a command that ended by itself, and says where it is. */
export function endWith(invocation: Invocation, exitCode: number): void {
  const isKept = invocation.recording?.end({ exitCode });
  const { options, runtime } = invocation;
  const remark = remarkOn(invocation, exitCode, isKept);
  if (remark === undefined || options.json === true || options.quiet === true) return;
  runtime.stderr.write(`${redact(remark)}\n`);
}

/** Ends the recording of a failed command, and returns the failure with a line about it. */
export function endFailed(invocation: Invocation, failure: unknown): unknown {
  const { recording } = invocation;
  const isKnown = isCommandError(failure);
  const exitCode = isKnown ? failure.exitCode : EXIT.unexpected;
  const message = failure instanceof Error ? failure.message : String(failure);
  const detail = isKnown ? failure.particulars.detail : undefined;
  const isKept = recording?.end({
    exitCode,
    message: redact([message, ...(detail ? [detail] : [])].join('\n')),
  });
  const remark = remarkOn(invocation, exitCode, isKept);
  if (remark === undefined || !isKnown) return failure;
  if (failure.particulars.reported) {
    if (invocation.options.json !== true) invocation.runtime.stderr.write(`${redact(remark)}\n`);
  }
  const { code, message: said, particulars } = failure;
  const reported = new CommandError(failure.exitCode, code, said, {
    ...particulars,
    ...(recording && isKept && { recording: recording.path }),
    ...(invocation.options.json !== true && {
      detail: [...(detail ? [detail] : []), remark].join('\n'),
    }),
  });
  return Object.assign(reported, { cause: failure.cause });
}
