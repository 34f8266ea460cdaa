import { formatInstant } from '@forecourt/core';
import type { Json, RecordedRun, RecordedStep, Recording } from '@forecourt/core/recorder';
import { type Html, markup, NOTHING } from '../output/html.ts';
import { count } from '../output/progress.ts';
import {
  callsOf,
  changesOf,
  durationText,
  endOf,
  stateOf,
  statesOf,
  subjectOf,
} from './timeline.ts';
import { TIMELINE_STYLE } from './timeline-style.ts';

/** Steps shown of each run, and requests: the first and the last ones. The recording has them all. */
const SHOWN = 1000;
/** Characters shown of one value. */
const LONGEST = 6000;

/**
 * Draws a recording as one page: no scripts, nothing from outside, every value escaped.
 *
 * @param name the recording's file name
 */
export function timelinePage(recording: Recording, name: string): string {
  const { command, runs } = recording;
  const title = command ? `${command}, ${formatInstant(recording.startedAt)}` : name;
  const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${TIMELINE_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${endPart(recording)}
${remarksPart(recording)}
${factsPart(recording, name)}
${runs.map((run) => runPart(run, runs.length))}
${requestsPart(recording)}
</main>
</body>
</html>
`;
  return html;
}

function endPart({ end }: Recording): Html {
  if (end === undefined) return NOTHING;
  const { exitCode = 0, message } = end;
  if (exitCode === 0)
    return markup`<div class="end done"><p>Done after ${durationText(end.at)}.</p></div>`;
  return markup`<div class="end failed"><p>Ended with exit code ${exitCode} after ${durationText(end.at)}.</p>
${(message ?? '').split('\n').map((line) => markup`<p>${line}</p>`)}</div>`;
}

const remarksPart = ({ remarks }: Recording): Html =>
  remarks.length === 0
    ? NOTHING
    : markup`<div class="end remarks">${remarks.map((remark) => markup`<p>${remark}</p>`)}</div>`;

function factsPart({ by, requests, runs, startedAt }: Recording, name: string): Html {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Recording', name],
    ['Started', startedAt],
    ['Recorded by', by],
    ['Workflows', runs.map(({ workflow }) => workflow).join(', ') || 'none ran'],
    ['Requests', String(requests.length)],
  ];
  return markup`<dl>
${facts.flatMap(([label, value]) => (value === undefined ? [] : [markup`<dt>${label}</dt><dd>${value}</dd>`]))}
</dl>`;
}

function runPart(run: RecordedRun, runs: number): Html {
  const { number, version, workflow } = run;
  const heading = runs > 1 ? `Run ${number}: ${workflow}` : workflow;
  const subject = subjectOf(run);
  const last = statesOf(run).at(-1)?.name;
  return markup`<section>
<h2>${heading}${subject === undefined ? NOTHING : markup`, ${subject}`}${last === 'failed' ? markup` <span class="bad">failed</span>` : NOTHING} <span class="quiet">version ${version}, ${durationText(endOf(run) - run.at)}</span></h2>
${statesPart(run)}
${callsPart(run)}
${stepsPart(run)}
</section>`;
}

const statesPart = (run: RecordedRun): Html => markup`<h3>States</h3>
<ol class="states">
${statesOf(run).map(
  ({ from, name, to }) =>
    markup`<li${name === 'failed' ? BAD : NOTHING}>${name}${ENDED.includes(name) ? NOTHING : markup` <span class="quiet">${durationText(to - from)}</span>`}</li>`,
)}
</ol>`;

/** They last until the run is left, which says nothing. */
const ENDED: readonly string[] = ['done', 'failed', 'cancelled'];

const BAD: Html = { html: ' class="bad"' };

const ENDS = {
  answered: '',
  failed: ', failed',
  cancelled: ', cancelled',
  open: ', not answered',
} as const;

const percent = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round((Math.min(part, whole) / whole) * 10_000) / 100;

function callsPart(run: RecordedRun): Html {
  const calls = callsOf(run);
  if (calls.length === 0) return NOTHING;
  const whole = endOf(run) - run.at;
  return markup`<h3>Calls</h3>
<ol class="calls">
${shownOf(calls).map((call) => {
  if (call === undefined) return markup`<li class="quiet">…</li>`;
  const { end, from, name, to } = call;
  const left = percent(from - run.at, whole);
  const width = Math.min(percent(to - from, whole), 100 - left);
  const place: Html = { html: `margin-left:${left}%;width:${width}%` };
  return markup`<li><span class="name">${name}${end === 'answered' ? NOTHING : markup`<span class="${end === 'failed' ? 'bad' : 'quiet'}">${ENDS[end]}</span>`}</span><span class="track" aria-hidden="true"><span class="bar ${end}" style="${place}"></span></span><span class="time">${durationText(to - from)}</span></li>`;
})}
</ol>`;
}

/** The first and the last ones; undefined between them. */
function shownOf<T>(all: readonly T[]): readonly (T | undefined)[] {
  if (all.length <= SHOWN) return all;
  return [...all.slice(0, SHOWN / 2), undefined, ...all.slice(-SHOWN / 2)];
}

function stepsPart(run: RecordedRun): Html {
  const before = new Map<RecordedStep, { readonly [name: string]: Json }>();
  let last: { readonly [name: string]: Json } | undefined;
  for (const step of run.steps) {
    if (step.kind !== 'view') continue;
    if (last) before.set(step, last);
    last = step.view;
  }
  const left = run.steps.length - SHOWN;
  return markup`<h3>What happened</h3>
<ol class="steps">
${shownOf(run.steps).map((step) =>
  step === undefined
    ? markup`<li><span></span><span></span><div class="quiet">${count(left, ['step', 'steps'])} left out here; the recording has them.</div></li>`
    : stepPart(step, run, before.get(step)),
)}
</ol>`;
}

interface Shown {
  readonly kind: string;
  readonly what: string;
  readonly isBad?: boolean;
  readonly value?: Json;
  readonly label?: string;
}

function shownStep(
  step: RecordedStep,
  run: RecordedRun,
  before: { readonly [name: string]: Json } | undefined,
): Shown {
  switch (step.kind) {
    case 'event': {
      const { type, ...rest } = step.event;
      const name = typeof rest.name === 'string' ? `: ${rest.name}` : '';
      const hasValue = Object.keys(rest).length > 0;
      const kind = step.from === undefined ? 'event' : step.from;
      return {
        kind,
        what: `${type}${name}`,
        ...(hasValue && { value: rest as Json, label: 'Payload' }),
      };
    }
    case 'timer':
      return {
        kind: 'timer',
        what: `A delay passed: ${step.event.type.replace(/^xstate\.after\./, '')}`,
      };
    case 'call':
      return {
        ...{ kind: 'call', what: step.name },
        ...(step.input !== undefined && { value: step.input, label: 'Input' }),
      };
    case 'answer':
      return shownAnswer(step, run);
    case 'dropped':
      return { kind: 'cancelled', what: step.id };
    case 'view': {
      const value = changesOf(step.view, before);
      return {
        ...{ kind: 'view', what: stateOf(step.view), isBad: step.view.status === 'failed' },
        ...(Object.keys(value).length > 0 && { value, label: before ? 'What changed' : 'View' }),
      };
    }
  }
}

function shownAnswer(step: RecordedStep & { kind: 'answer' }, { steps }: RecordedRun): Shown {
  const began = steps.findLast(
    (one) => one.kind === 'call' && one.id === step.id && one.at <= step.at,
  );
  const name = began?.kind === 'call' ? began.name : step.id;
  const took = began ? ` after ${durationText(step.at - began.at)}` : '';
  if (step.error === undefined) {
    const value = step.output;
    return {
      kind: 'answer',
      what: `${name}${took}`,
      ...(value !== undefined && { value, label: 'Output' }),
    };
  }
  const { message = '' } = (step.error ?? {}) as { readonly message?: Json };
  return {
    kind: 'error',
    what: `${name}${took}: ${String(message)}`,
    isBad: true,
    value: step.error,
    label: 'Error',
  };
}

function stepPart(
  step: RecordedStep,
  run: RecordedRun,
  before: { readonly [name: string]: Json } | undefined,
): Html {
  const { isBad = false, kind, label = '', value, what } = shownStep(step, run, before);
  const summary = 'cut' in step && step.cut ? `${label}, summarised` : label;
  return markup`<li><span class="time">${durationText(step.at)}</span><span class="kind${isBad ? ' bad' : ''}">${kind}</span><div><span class="what${isBad ? ' bad' : ''}">${what}</span>${value === undefined ? NOTHING : markup`<details><summary>${summary}</summary>${jsonPart(value)}</details>`}</div></li>`;
}

/** Line by line, because `markup` makes one line of each value. */
function jsonPart(value: Json): Html {
  const text = JSON.stringify(value, null, 2);
  const shown = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  const lines = shown.split('\n').map((line) => markup`${line}`);
  const more =
    text.length > LONGEST
      ? markup`… ${text.length} characters; the recording has them all`
      : NOTHING;
  return markup`<pre>${[...lines, more]}</pre>`;
}

function requestsPart({ requests }: Recording): Html {
  if (requests.length === 0) return NOTHING;
  const left = requests.length - SHOWN;
  return markup`<section>
<h2>Requests</h2>
<ol class="steps">
${shownOf(requests).map((request) => {
  if (request === undefined) {
    return markup`<li><span></span><span></span><div class="quiet">${count(left, ['request', 'requests'])} left out here; the recording has them.</div></li>`;
  }
  const { at, attempt, method, ms, note, path, requestId, status } = request;
  const isBad = status === undefined || status >= 400;
  const facts = [
    durationText(ms),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(note ? [note] : []),
    ...(requestId ? [`request ${requestId}`] : []),
  ].join(', ');
  return markup`<li><span class="time">${durationText(at)}</span><span class="kind${isBad ? ' bad' : ''}">${status === undefined ? 'no answer' : status}</span><div><span class="what">${method} ${path}</span><br><span class="quiet">${facts}</span></div></li>`;
})}
</ol>
</section>`;
}
