import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Recording, RecordingError, readRecording } from '@forecourt/core/recorder';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { outFile } from '../output/out-file.ts';
import { pairsText } from '../output/pairs.ts';
import { durationText } from '../recorder/timeline.ts';
import { timelinePage } from '../recorder/timeline-page.ts';
import { handler, type Work } from '../work.ts';

/** No recording grows beyond a few times its limit of 8 MiB. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Draws a recording as a page, or prints it as one JSON document: with `--json`, or into a pipe. */
export const run = handler(async (work) => {
  const { args, options, output } = work;
  const path = String(args[0]);
  const recording = readFile(path);
  const asDocument = output.json || (!output.terminal && options.out === undefined);
  if (asDocument && options.out === undefined) {
    output.result({ document: recording, text: () => JSON.stringify(recording, null, 2) });
    return undefined;
  }
  await savePage(work, path, recording);
  return undefined;
});

function readFile(path: string): Recording {
  const stat = statSync(path);
  if (stat.isDirectory()) throw usageError(folderText(path));
  const { size } = stat;
  if (size > MOST_BYTES) {
    throw usageError(
      `${path} is too large for a recording (${size} bytes). Give the file that --record made.`,
    );
  }
  try {
    return readRecording(readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    const where = error.line === undefined ? path : `${path}, line ${error.line}`;
    throw new CommandError(
      EXIT.inputRefused,
      `recording_${error.code}`,
      `${where}: ${error.message}`,
    );
  }
}

/** A folder of `--record` has a file for each run, and their names begin with their times. */
function folderText(path: string): string {
  const latest = readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .at(-1);
  return latest === undefined
    ? `${path} is a folder without recordings (*.jsonl). Give the file that --record made.`
    : `${path} is a folder. Give one of its recordings; the latest: ${join(path, latest)}`;
}

/** Saves the page beside the caller, under the recording's name; never over another file unless `--out` says so. */
async function savePage(work: Work, path: string, recording: Recording): Promise<void> {
  const { output, signal } = work;
  const out = outFile(work, `${basename(path).replace(/\.jsonl$/, '')}.html`);
  const bytes = new TextEncoder().encode(timelinePage(recording, basename(path)));
  const body = new Blob([bytes]).stream();
  const file = await out.keep(
    {
      ...{ body, fileName: undefined, contentType: 'text/html', length: bytes.length },
      ...{ headers: new Headers(), requestId: undefined },
    },
    { signal, onProgress: () => undefined },
  );
  const { command, end, requests, runs } = recording;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Command', command],
    ['Started', recording.startedAt],
    ['Took', end && durationText(end.at)],
    ['Exit code', end?.exitCode?.toString()],
    ['Ended with', end?.message],
    ['Runs', runs.map(({ workflow }) => workflow).join(', ') || 'none'],
    ['Requests', String(requests.length)],
    ...recording.remarks.map((remark) => ['Remark', remark] as const),
  ];
  output.note(
    pairsText(
      output,
      facts.filter(([, value]) => value !== undefined),
    ),
  );
  out.announce(file, 'The timeline is drawn');
}
