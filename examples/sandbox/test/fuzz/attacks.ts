import fc from 'fast-check';
import { essoFile, essoLine } from '../esso-file.ts';
import type { DocumentedCall } from './calls.ts';
import { jsonOf, oddBody, oddText, oddValue } from './odd-values.ts';

/** One call as it goes over the wire. */
export interface Attack {
  readonly name: string;
  readonly method: string;
  /** Below /api/v1/. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** After so many bytes of the body the client goes away, or goes silent. */
  readonly cut?: { readonly at: number; readonly how: 'gone' | 'silent' };
}

/** What of the running service an attack is made from: ids that exist, bodies that would be accepted. */
export interface Targets {
  readonly ids: (call: DocumentedCall) => readonly string[];
  readonly bodies: (call: DocumentedCall) => readonly object[];
}

type Json = Record<string, unknown>;

/** Sets, or takes away, one value of a body, anywhere in it. */
const mutation = fc.record({
  where: fc.nat(),
  deeper: fc.array(fc.nat(), { maxLength: 3 }),
  value: fc.oneof(
    { weight: 9, arbitrary: oddValue.map((value) => ({ value })) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
});
type Mutation = { where: number; deeper: number[]; value: { value: unknown } | undefined };

function mutated(body: object, mutations: readonly Mutation[], names: readonly string[]): unknown {
  const copy = structuredClone(body) as Json;
  for (const { deeper, value, where } of mutations) {
    let at: Json = copy;
    let keys = [...new Set([...Object.keys(at), ...names])];
    let key = keys[where % Math.max(1, keys.length)] ?? 'id';
    for (const step of deeper) {
      const inner = at[key];
      if (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0) break;
      at = inner as Json;
      keys = Object.keys(at);
      key = keys[step % keys.length] ?? '0';
    }
    if (value === undefined) delete at[key];
    // A copy: a value that holds itself after the next mutation is no JSON.
    else at[key] = structuredClone(value.value);
  }
  return copy;
}

const json = (call: DocumentedCall, targets: Targets): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...targets.bodies(call), {}),
          fc.array(mutation, { minLength: 1, maxLength: 3 }),
        )
        .map(([body, mutations]) => jsonOf(mutated(body, mutations, call.fields))),
    },
    { weight: 1, arbitrary: oddBody },
  );

const FILE = Buffer.from(
  essoFile(Array.from({ length: 5 }, (_, at) => essoLine({ number: String(900 + at) }))),
);
const fileBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.constant(FILE),
  fc.nat(FILE.length).map((length) => FILE.subarray(0, length)),
  fc
    .array(fc.tuple(fc.nat(FILE.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
    .map((flips) => {
      const bytes = Buffer.from(FILE);
      for (const [at, byte] of flips) bytes[at] = byte;
      return bytes;
    }),
  fc.uint8Array({ maxLength: 300 }),
  fc.constant(Buffer.from(`PK\x03\x04${'\0'.repeat(200)}`, 'latin1')),
  fc.array(oddText, { maxLength: 30 }).map((cells) => Buffer.from(`a,b,c\n${cells.join(',')}\n`)),
  fc.constantFrom(0, 1, 3_000_000).map((length) => Buffer.alloc(length, ',')),
);

/** A form that is right but for its parts; or one whose frame is broken. */
const form = fc
  .record({
    file: fileBytes,
    fileName: fc.oneof(
      oddText.filter((text) => text.length < 500),
      fc.constant('a.xls'),
    ),
    fields: fc.array(
      fc.tuple(
        fc.oneof(
          oddText.filter((text) => text.length < 500),
          fc.constantFrom('accept', 'allow_repeat', 'original', 'occurrence'),
        ),
        oddText,
      ),
      { maxLength: 4 },
    ),
    frame: fc.constantFrom(
      'whole',
      'whole',
      'whole',
      'no end',
      'no boundary',
      'other boundary',
      'no file',
      'two files',
      'no name',
      'not multipart',
      'thousands',
    ),
  })
  .map(({ fields, file, fileName, frame }) => {
    const boundary = 'fuzz-boundary';
    const safe = fileName.replaceAll(/["\r\n]/g, '_');
    const part = (disposition: string, bytes: Uint8Array) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ]);
    const filePart = part(
      frame === 'no name' ? `filename="${safe}"` : `name="file"; filename="${safe}"`,
      file,
    );
    const many = frame === 'thousands' ? 3_000 : 1;
    const parts = [
      ...fields.flatMap(([name, value]) =>
        Array.from({ length: many }, () =>
          part(
            `name="${name.replaceAll(/["\r\n]/g, '_')}"`,
            Buffer.from(value.slice(0, 20_000 / many + 10)),
          ),
        ),
      ),
      ...(frame === 'no file' ? [] : [filePart]),
      ...(frame === 'two files' ? [filePart] : []),
      Buffer.from(frame === 'no end' ? '' : `--${boundary}--\r\n`),
    ];
    const types: Record<string, string> = {
      'no boundary': 'multipart/form-data',
      'other boundary': 'multipart/form-data; boundary=other',
      'not multipart': 'application/octet-stream',
    };
    return {
      type: types[frame] ?? `multipart/form-data; boundary=${boundary}`,
      body: Buffer.concat(parts) as Uint8Array,
    };
  });

const query = (call: DocumentedCall): fc.Arbitrary<string> => {
  const names = call.query.map(({ name }) => name);
  const fieldsOf = (name: string) =>
    call.query.find((parameter) => parameter.name === name)?.['x-fields'] ?? ['id'];
  const pair = fc
    .tuple(
      fc.constantFrom(...names, 'page', 'filter', 'x'),
      oddText,
      fc.nat(),
      fc.constantFrom(':', '::', ',', ''),
    )
    .map(([name, text, field, between]) => {
      const own = fieldsOf(name);
      const value = /filter|sort/.test(name) ? `${own[field % own.length]}${between}${text}` : text;
      return `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed().slice(0, 3_000))}`;
    });
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join('&')),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(pair, fc.constantFrom(50, 51, 300))
        .map(([one, times]) => Array.from({ length: times }, () => one.slice(0, 45)).join('&')),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '%',
        '%zz=1',
        '&&==',
        'page=%00',
        'filter=%ff',
        'page[]=1&page[]=2',
        'page=1&page=2',
      ),
    },
  );
};

const segment = oddText
  .filter((text) => text.length < 3_000)
  .map((text) => encodeURIComponent(text.toWellFormed()) || '%20');

/** A body that isn't sent as JSON is refused, whatever is in it. */
const jsonType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      undefined,
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'application/json; charset=utf-16',
    ),
  },
);

function attackOn(call: DocumentedCall, targets: Targets): fc.Arbitrary<Attack> {
  const id = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...targets.ids(call)) },
    { weight: 1, arbitrary: segment },
  );
  const none = fc.constant(undefined);
  const body = call.json
    ? fc.tuple(json(call, targets), jsonType).map(([text, type]) => ({
        type,
        body: Buffer.from(text.toWellFormed()) as Uint8Array,
      }))
    : call.form
      ? form
      : none;
  return fc
    .record({
      id,
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(call.method) },
        { weight: 1, arbitrary: fc.constantFrom('PATCH', 'PUT', 'POST', 'PROPFIND') },
      ),
      body,
      query: fc.oneof(
        { weight: call.query.length > 0 ? 5 : 1, arbitrary: query(call) },
        { weight: 3, arbitrary: fc.constant('') },
      ),
      provider: fc.constantFrom('ESSO', 'ESSO', 'Pipeline', 'nobody'),
      key: fc.oneof(
        { weight: 5, arbitrary: none },
        { weight: 1, arbitrary: fc.constantFrom('a', 'a', 'k'.repeat(300), '~') },
      ),
      cut: fc.oneof(
        { weight: 30, arbitrary: none },
        {
          weight: 1,
          arbitrary: fc.record({
            at: fc.nat(2_000),
            how: fc.constantFrom('gone', 'gone', 'gone', 'silent'),
          }),
        },
      ),
    })
    .map(({ body: sent, cut, id: value, key, method, provider, query: asked }): Attack => {
      const fixed = call.form ? `provider=${provider}&Type=${provider}&` : '';
      const path = call.path.slice(1).replaceAll(/\{\w+\}/g, () => value);
      const search = fixed + asked;
      return {
        name: call.name,
        method,
        path: search === '' ? path : `${path}?${search}`,
        headers: {
          ...(sent?.type !== undefined && { 'content-type': sent.type }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: sent?.body,
        ...(cut && sent && { cut: cut as NonNullable<Attack['cut']> }),
      };
    });
}

/** Attacks on all of these calls, each as often as the others. */
export const attacksOn = (
  calls: readonly DocumentedCall[],
  targets: Targets,
): fc.Arbitrary<Attack> => fc.oneof(...calls.map((call) => attackOn(call, targets)));
