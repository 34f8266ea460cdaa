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

const textOf = (failure: unknown): string => {
  const message = failure instanceof Error ? failure.message : String(failure);
  const detail = isCommandError(failure) ? failure.particulars.detail : undefined;
  return detail ? `${message}\n${detail}` : message;
};

/** The failure with a remark below its detail and the path of its recording. */
function withRemark(failure: CommandError, remark: string, shown: boolean, path?: string) {
  const { cause, code, exitCode, message, particulars } = failure;
  const detail = particulars.detail ? `${particulars.detail}\n${remark}` : remark;
  const remarked = new CommandError(exitCode, code, message, {
    ...particulars,
    ...(path !== undefined && { recording: path }),
    ...(shown && { detail }),
  });
  return Object.assign(remarked, { cause });
}

/** Ends the recording of a failed command, and returns the failure with a line about it. */
export function endFailed(invocation: Invocation, failure: unknown): unknown {
  const { options, recording, runtime } = invocation;
  const exitCode = isCommandError(failure) ? failure.exitCode : EXIT.unexpected;
  const isKept = recording?.end({ exitCode, message: redact(textOf(failure)) });
  const remark = remarkOn(invocation, exitCode, isKept);
  if (remark === undefined || !isCommandError(failure)) return failure;
  const isForPeople = options.json !== true;
  // What a reported failure carries is not printed again.
  if (failure.particulars.reported && isForPeople) runtime.stderr.write(`${redact(remark)}\n`);
  return withRemark(failure, remark, isForPeople, isKept ? recording?.path : undefined);
}
