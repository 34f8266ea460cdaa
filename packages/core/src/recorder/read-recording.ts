import * as z from 'zod/mini';
import type { MenuAccess } from '../permissions/index.ts';
import { migrated, RECORDING_MIGRATIONS } from './migrations.ts';
import type {
  Json,
  RecordedEnd,
  RecordedRequest,
  RecordedRun,
  RecordedStep,
  RecordedView,
  Recording,
} from './recording.types.ts';
import { RecordingError } from './recording-error.ts';
import { RECORDING_VERSION } from './recording-log.ts';

/** A line of a recording, parsed. */
export type Line = Readonly<Record<string, Json>>;

const json = z.json();
const event = z.catchall(z.object({ type: z.string() }), json);
const at = z.number();
const run = z.number().check(z.int(), z.gte(1));
const cut = z.optional(z.boolean());

/** What each kind of line must have; further members are left to later versions. */
const LINES = {
  run: z.object({
    ...{ at, run, workflow: z.string(), version: z.number() },
    ...{ access: z.optional(z.record(z.string(), json)), snapshot: z.optional(json) },
  }),
  event: z.object({ at, run, event, from: z.optional(z.string()) }),
  timer: z.object({ at, run, event }),
  call: z.object({ at, run, id: z.string(), name: z.string(), input: z.optional(json), cut }),
  answer: z.object({
    ...{ at, run, id: z.string() },
    ...{ output: z.optional(json), error: z.optional(json), cut },
  }),
  dropped: z.object({ at, run, id: z.string() }),
  view: z.object({
    ...{ at, run, set: z.record(z.string(), json) },
    ...{ gone: z.optional(z.array(z.string())), cut },
  }),
  request: z.object({
    ...{ at, operation: z.string(), method: z.string(), path: z.string() },
    ...{ attempt: z.number(), ms: z.number(), status: z.optional(z.number()) },
    ...{ requestId: z.optional(z.string()), note: z.optional(z.string()) },
  }),
  limit: z.object({ at, bytes: z.number() }),
  end: z.object({ at, exitCode: z.optional(z.number()), message: z.optional(z.string()) }),
};

const HEADER = z.object({
  forecourt: z.literal('recording'),
  version: z.number().check(z.int(), z.gte(1)),
  startedAt: z.iso.datetime(),
  by: z.optional(z.string()),
  command: z.optional(z.string()),
});

const KILLED = 'It has no end: the program was killed, or is still running.';
const MAKE_ONE =
  'A recording is made with `--record FILE`, or by `record` of @forecourt/core/recorder.';

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function headerOf(text: string): z.infer<typeof HEADER> {
  const first = parsed(text);
  const found = z.safeParse(HEADER, first);
  if (!found.success) {
    const isOurs = (first as Line | null | undefined)?.forecourt === 'recording';
    if (isOurs) throw damaged(1, found.error);
    const what =
      first === undefined
        ? 'its first line is not JSON'
        : 'its first line is not the one of a recording';
    throw new RecordingError('not_a_recording', `This is no recording: ${what}. ${MAKE_ONE}`, 1);
  }
  const { version } = found.data;
  if (version > RECORDING_VERSION) {
    throw new RecordingError(
      'newer_version',
      `This recording has version ${version} of the format, and this program reads up to ${RECORDING_VERSION}. Open it with the version of forecourt that wrote it${found.data.by ? ` (${found.data.by})` : ''}, or a later one.`,
      1,
    );
  }
  return found.data;
}

function damaged(line: number, error: z.core.$ZodError): RecordingError {
  const [issue] = error.issues;
  const where = issue?.path.join('.') || 'the line itself';
  return new RecordingError(
    'damaged',
    `The recording is damaged in line ${line}, at ${where}: ${issue?.message ?? 'not valid'}. Take the file as it was written, or delete the lines from ${line} on: what comes before stays readable.`,
    line,
  );
}

/** Reads the lines after the first. The last one may be cut off, if it was being written. */
function linesOf(
  texts: readonly string[],
  remarks: string[],
): readonly (readonly [number, Line])[] {
  const lines: [number, Line][] = [];
  for (const [index, text] of texts.entries()) {
    const number = index + 2;
    if (text.trim() === '') continue;
    const line = parsed(text);
    if (typeof line === 'object' && line !== null && !Array.isArray(line)) {
      lines.push([number, line as Line]);
    } else if (line === undefined && texts.slice(index + 1).every((rest) => rest.trim() === '')) {
      remarks.push(`Line ${number} was cut off while it was written, and is left out.`);
    } else {
      throw new RecordingError(
        'damaged',
        `The recording is damaged in line ${number}: it is not a JSON object. Take the file as it was written, or delete the lines from ${number} on: what comes before stays readable.`,
        number,
      );
    }
  }
  return lines;
}

/** A run while its lines are read. */
interface OpenRun {
  readonly facts: Omit<RecordedRun, 'steps'>;
  readonly steps: RecordedStep[];
  view: ReadonlyMap<string, Json>;
}

const PART = 'data.';

/** A view of its members, with those of `data` put together again. */
function viewOf(members: ReadonlyMap<string, Json>): RecordedView {
  const own: [string, Json][] = [];
  const data: [string, Json][] = [];
  for (const [name, value] of members) {
    if (name.startsWith(PART)) data.push([name.slice(PART.length), value]);
    else own.push([name, value]);
  }
  return Object.fromEntries(data.length > 0 ? [...own, ['data', Object.fromEntries(data)]] : own);
}

function withView(
  open: OpenRun,
  { at: when, cut: isCut, gone = [], set }: z.infer<typeof LINES.view>,
) {
  const view = new Map(open.view);
  for (const name of gone) view.delete(name);
  for (const [name, value] of Object.entries(set)) view.set(name, value);
  open.view = view;
  open.steps.push({ kind: 'view', at: when, view: viewOf(view), ...(isCut && { cut: true }) });
}

/**
 * Reads a recording from its text. One that was cut off, because its program was killed, is read up to there and
 * says so in `remarks`. Throws a `RecordingError` with the line at fault.
 *
 * @param text the file's content
 * @returns the runs and calls of the recording
 * @example
 * const { runs } = readRecording(await readFile('failed.jsonl', 'utf8'));
 */
export function readRecording(text: string): Recording {
  const bare = text.replace(/^\uFEFF/, '');
  if (bare.trim() === '') {
    throw new RecordingError(
      'empty',
      `This recording is empty: nothing was written to it. ${MAKE_ONE}`,
    );
  }
  const [first = '', ...rest] = bare.split('\n');
  const { version, ...header } = headerOf(first);
  const remarks: string[] = [];
  const lines = linesOf(rest, remarks).map(
    ([number, line]) => [number, migrated(line, version, RECORDING_MIGRATIONS)] as const,
  );
  const runs = new Map<number, OpenRun>();
  const requests: RecordedRequest[] = [];
  let end: RecordedEnd | undefined;
  for (const [number, line] of lines) {
    const { kind } = line;
    if (typeof kind !== 'string' || !Object.hasOwn(LINES, kind)) {
      throw new RecordingError(
        'damaged',
        `The recording is damaged in line ${number}: there is no kind ${JSON.stringify(kind ?? null)} of line. Take the file as it was written, or delete that line.`,
        number,
      );
    }
    const found = z.safeParse(LINES[kind as keyof typeof LINES], line);
    if (!found.success) throw damaged(number, found.error);
    const facts = { ...found.data, kind } as { readonly kind: string; readonly run: number };
    if (kind === 'request') requests.push(found.data as RecordedRequest);
    else if (kind === 'end') end = found.data as RecordedEnd;
    else if (kind === 'limit') remarks.push(limitText((found.data as { bytes: number }).bytes));
    else takeStep(runs, facts, number);
  }
  if (end === undefined) remarks.push(KILLED);
  return {
    ...{ version, startedAt: header.startedAt, by: header.by, command: header.command },
    runs: [...runs.values()].map(({ facts, steps }) => ({ ...facts, steps })),
    ...{ requests, end, remarks },
  };
}

const limitText = (bytes: number): string =>
  `From ${Math.round(bytes / 1024)} KiB on, only the steps were recorded, without their values.`;

function takeStep(
  runs: Map<number, OpenRun>,
  facts: { readonly kind: string; readonly run: number },
  line: number,
): void {
  const { run: number, ...step } = facts;
  if (facts.kind === 'run') {
    const { at: when, workflow, version, access, snapshot } = facts as unknown as Line;
    const own = { number, workflow, version, at: when, access: access as MenuAccess | undefined };
    runs.set(number, {
      facts: { ...own, snapshot } as RecordedRun,
      steps: [],
      view: new Map(),
    });
    return;
  }
  const open = runs.get(number);
  if (open === undefined) {
    throw new RecordingError(
      'damaged',
      `The recording is damaged in line ${line}: it belongs to run ${number}, which no earlier line begins. Take the file as it was written.`,
      line,
    );
  }
  if (facts.kind === 'view') withView(open, facts as never);
  else open.steps.push(step as unknown as RecordedStep);
}
