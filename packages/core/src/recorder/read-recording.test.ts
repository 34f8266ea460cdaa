import { describe, expect, it } from 'vitest';
import { startImport } from '../workflows/import/import.test-kit.ts';
import { RecordingError, readRecording, record } from './index.ts';
import { migrated } from './migrations.ts';

const HEADER = '{"forecourt":"recording","version":1,"startedAt":"2026-11-23T22:00:00.000Z"}';
const RUN = '{"at":0,"run":1,"kind":"run","workflow":"import","version":1,"snapshot":{}}';
const VIEW =
  '{"at":1,"run":1,"kind":"view","set":{"status":"pending","data.rows":3,"data.file":"a"}}';
const lines = (...texts: string[]) => texts.join('\n');

function refusal(text: string): RecordingError {
  try {
    readRecording(text);
  } catch (error) {
    if (error instanceof RecordingError) return error;
    throw error;
  }
  throw new Error('It was read.');
}

describe('SDK-01 reading a recording', () => {
  it('puts views together again from what changed', () => {
    const changed =
      '{"at":2,"run":1,"kind":"view","set":{"data.rows":4},"gone":["data.file"],"later":1}';
    const { runs } = readRecording(`\uFEFF${lines(HEADER, RUN, VIEW, changed, '')}`);
    expect(runs[0]?.steps).toEqual([
      { kind: 'view', at: 1, view: { status: 'pending', data: { rows: 3, file: 'a' } } },
      { kind: 'view', at: 2, view: { status: 'pending', data: { rows: 4 } } },
    ]);
  });

  it('reads what a killed process had written, up to the line that it was writing', () => {
    const { run } = startImport();
    const recorder = record(run, { now: () => 1_764_000_000_000 });
    run.send({ type: 'field.changed', name: 'provider', value: 'ESSO' });
    const whole = recorder.text();
    const all = readRecording(whole);
    expect(all.remarks).toEqual(['It has no end: the program was killed, or is still running.']);
    expect(all.startedAt).toBe('2025-11-24T16:00:00.000Z');
    const [header = ''] = whole.split('\n');
    for (let length = header.length + 1; length < whole.length; length += 97) {
      const { remarks, runs } = readRecording(whole.slice(0, length));
      expect(remarks.at(-1)).toMatch(/no end/);
      expect(runs.flatMap(({ steps }) => steps)).toEqual(
        all.runs.flatMap(({ steps }) => steps).slice(0, runs[0]?.steps.length ?? 0),
      );
    }
  });

  it.each([
    ['empty', '', undefined, /is empty/],
    ['empty', ' \n\n', undefined, /is empty/],
    ['not_a_recording', 'date,amount\n1,2', 1, /first line is not JSON.*--record FILE/],
    ['not_a_recording', '{"ok":true}', 1, /not the one of a recording/],
    ['not_a_recording', '[]', 1, /not the one of a recording/],
    ['not_a_recording', HEADER.slice(0, 40), 1, /first line is not JSON/],
    [
      'newer_version',
      HEADER.replace(':1,', ':2,').replace('}', ',"by":"forecourt/9.0.0"}'),
      1,
      /version 2 .* up to 1\. .*\(forecourt\/9\.0\.0\)/,
    ],
    ['damaged', HEADER.replace(':1,', ':"1",'), 1, /line 1, at version/],
    ['damaged', lines(HEADER, RUN, '{"at":1,"ru', VIEW), 3, /line 3: it is not a JSON object/],
    ['damaged', lines(HEADER, '"text"', RUN), 2, /line 2: it is not a JSON object/],
    [
      'damaged',
      lines(HEADER, RUN, '{"at":1,"run":1,"kind":"flight"}'),
      3,
      /line 3: there is no kind "flight"/,
    ],
    ['damaged', lines(HEADER, RUN, '{"at":1,"run":1,"kind":"toString"}'), 3, /no kind "toString"/],
    [
      'damaged',
      lines(HEADER, RUN, '{"run":1,"kind":"event","event":{"type":"x"}}'),
      3,
      /line 3, at at:/,
    ],
    [
      'damaged',
      lines(HEADER, RUN, '{"at":1,"run":1,"kind":"event","event":{"type":7}}'),
      3,
      /line 3, at event\.type:/,
    ],
    [
      'damaged',
      lines(HEADER, VIEW),
      2,
      /line 2: it belongs to run 1, which no earlier line begins/,
    ],
  ])('refuses with what, where and what to do: %s %j', (code, text, line, message) => {
    const error = refusal(text);
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ code, line, name: 'RecordingError' });
  });

  it('takes names of its own from no recording', () => {
    const odd =
      '{"at":2,"run":1,"kind":"view","set":{"__proto__":{"polluted":1},"data.__proto__":{"polluted":1}}}';
    const { runs } = readRecording(lines(HEADER, RUN, VIEW, odd));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(runs[0]?.steps.at(-1))).toBe(Object.prototype);
  });

  it('migrates a line from version to version, in their order', () => {
    const migrations = {
      1: (line: object) => ({ ...line, first: true }),
      2: ({ first, ...line }: { first?: boolean }) => ({ ...line, second: first === true }),
    };
    const line = { at: 1, kind: 'limit' };
    expect(migrated(line, 1, migrations as never, 3)).toEqual({ ...line, second: true });
    expect(migrated(line, 2, migrations as never, 3)).toEqual({ ...line, second: false });
    expect(migrated(line, 3, migrations as never, 3)).toBe(line);
    expect(() => migrated(line, 1, {}, 2)).toThrow(/No migration reads version 1/);
  });
});
