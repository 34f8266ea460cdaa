import { type CommandError, isCommandError } from './command-error.ts';
import { EXIT } from './exit-codes.ts';
import { redact, redactedJson } from './redact.ts';
import type { Runtime } from './runtime.ts';

/** Prints a failure on standard error, as text or as one JSON document. Returns the exit code. */
export function reportError(runtime: Runtime, operation: string, error: unknown): number {
  if (isCommandError(error) && error.code === 'reader_gone') return error.exitCode;
  const asJson = runtime.argv.includes('--json');
  const text = asJson ? redactedJson(toDocument(operation, error)) : redact(toText(runtime, error));
  if (text !== '') runtime.stderr.write(`${text}\n`);
  return isCommandError(error) ? error.exitCode : EXIT.unexpected;
}

function toDocument(operation: string, error: unknown): object {
  if (!isCommandError(error)) {
    return { ok: false, operation, error: { code: 'unexpected', message: messageOf(error) } };
  }
  const { code, message, particulars } = error;
  const { reported: _, ...rest } = particulars;
  return { ok: false, operation, error: { code, message: withoutBrowser(message), ...rest } };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function toText(runtime: Runtime, error: unknown): string {
  const verbose = runtime.argv.includes('--verbose');
  if (isCommandError(error)) {
    const text = error.particulars.reported ? '' : knownText(error);
    const { stack } = (error.code === 'crashed' ? error.cause : {}) as Error;
    return verbose && stack ? `${text}\n${stack}` : text;
  }
  const stack = verbose && error instanceof Error && error.stack;
  return (
    stack ||
    `forecourt: unexpected error: ${messageOf(error)}\nRun again with --verbose to see where.`
  );
}

/** The portal's texts can ask for something that only a browser has. */
const withoutBrowser = (message: string): string =>
  message.replace(/\.? Please refresh your browser\.?/, '');

function knownText({ message, particulars }: CommandError): string {
  const where = particulars.requestId ? [`Request id: ${particulars.requestId}`] : [];
  return [
    `forecourt: ${withoutBrowser(message)}`,
    ...(particulars.detail ? [particulars.detail] : []),
    ...where,
  ].join('\n');
}
