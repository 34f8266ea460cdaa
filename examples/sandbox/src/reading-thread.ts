import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCardFile } from './cards/card-file.ts';
import { Problem } from './http/problem.ts';
import { declaredOccurrences } from './imports/declared-occurrences.ts';
import { checkCorrections } from './imports/sent-corrections.ts';
import { stageRows } from './imports/staged-rows.ts';
import { StagingProgress } from './imports/staging-progress.ts';
import { readRates } from './rates/read-rates.ts';
import { goAfterOthers, PRIORITY } from './threads/go-after-others.ts';
import type { ReadingOutcome, ReadingResults, ReadingTask } from './threads/reading.ts';

goAfterOthers(PRIORITY.others);

const LINES_AT_ONCE = 100;

/** Writes values as lines of JSON, in parts: together they may exceed the maximum length of a string. */
async function writeLines(path: string, values: readonly unknown[]): Promise<void> {
  function* parts() {
    for (let at = 0; at < values.length; at += LINES_AT_ONCE) {
      const lines = values.slice(at, at + LINES_AT_ONCE).map((value) => JSON.stringify(value));
      yield `${lines.join('\n')}\n`;
    }
  }
  await pipeline(Readable.from(parts()), createWriteStream(path));
}

async function read(task: ReadingTask): Promise<ReadingResults[ReadingTask['of']]> {
  const { file, to } = task;
  if (task.of === 'transactions') {
    await checkCorrections(file);
    const declared = declaredOccurrences(file);
    const progress = new StagingProgress(task.progress);
    const named = { path: file.path, name: file.fileName };
    await stageRows(named, { ...task.options, declared }, to, progress);
    return undefined;
  }
  if (task.of === 'cards') {
    await writeLines(to, await readCardFile(file.path, file.fileName));
    return undefined;
  }
  const { lines, rejected, ...rest } = await readRates(
    file,
    task.provider,
    task.today,
    task.against,
  );
  await writeLines(to, [
    ...lines.map((line) => ({ line })),
    ...rejected.map((cell) => ({ rejected: cell })),
  ]);
  return rest;
}

/** Reads one uploaded file, as a task of the pool. Opens no database. */
export default async function readTask(task: ReadingTask): Promise<ReadingOutcome> {
  try {
    return { result: await read(task) };
  } catch (error) {
    if (error instanceof Problem) {
      const { errors, message, status } = error;
      return { refused: { status, detail: message, errors } };
    }
    const { code, message, stack } = error as NodeJS.ErrnoException;
    return { failed: { message: code === undefined ? (stack ?? message) : message, code } };
  }
}
