/**
 * The flight recorder of a command: `--record` keeps what its workflows did, and `runs show` draws it. What is
 * recorded, and how it is masked, is core's business; this folder gives it a file and a page.
 */
import type { Client } from '@forecourt/core';
import { startRecording } from '@forecourt/core/recorder';
import { openRecordFile } from '../files/record-file.ts';
import { removeIfPossible } from '../files/safe-file.ts';
import type { CommandRecording, Invocation } from '../invocation.ts';
import { diskText } from '../output/failures.ts';
import { hideSecrets, redact } from '../redact.ts';
import { VERSION } from '../version.ts';

/** Lines before anything is recorded. */
const HEADER = 1;

/**
 * Begins the recording that `--record` asks for. A disk that fails later ends the recording with a warning, and
 * never the command. Throws if the file can't be made.
 */
export function recordCommand({ operation, options, runtime }: Invocation): CommandRecording {
  const file = openRecordFile(String(options.record), operation);
  let access: Client['session']['access'] | undefined;
  let lost = false;
  let lines = 0;
  const write = (line: string) => {
    lines += 1;
    if (lost) return;
    try {
      file.write(line);
    } catch (error) {
      lost = true;
      const why = diskText(Object.assign(error as Error, { path: file.path })) ?? String(error);
      runtime.stderr.write(redact(`The recording ends here, and the command goes on. ${why}\n`));
    }
  };
  const recorder = startRecording({
    ...{ write, by: `forecourt/${VERSION}`, command: operation },
    // What is known to be secret in this process, also what becomes known later.
    mask: hideSecrets,
  });
  return {
    path: file.path,
    run: (run) => recorder.run(run, access?.()),
    trace: recorder.trace,
    signedIn: (session) => {
      access = session.access;
    },
    end: (facts) => {
      const isEmpty = lines <= HEADER;
      recorder.end(facts);
      file.close();
      // A mistyped command leaves no file in the way of the next attempt.
      if (isEmpty) removeIfPossible(file.path);
      return !isEmpty;
    },
  };
}
