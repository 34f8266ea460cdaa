import { usageError } from '../command-error.ts';
import { keepSecret } from '../redact.ts';
import type { Runtime } from '../runtime.ts';

const MAX_LENGTH = 4096;

/** Reads a secret from standard input, without its line break. */
export async function readSecret(stdin: Runtime['stdin']): Promise<string> {
  if (stdin.isTTY === true) {
    throw usageError(
      '--password-stdin reads from a pipe or a file, not from the terminal.',
      'Without it, the password is asked for.',
    );
  }
  let text = '';
  stdin.setEncoding('utf8');
  for await (const piece of stdin) {
    text += piece;
    if (text.length > MAX_LENGTH) throw usageError('The password on standard input is too long.');
  }
  const secret = text.replace(/\r?\n$/, '');
  keepSecret(secret);
  if (secret !== '') return secret;
  throw usageError('--password-stdin found no password on standard input.');
}
