import fc from 'fast-check';

const nested = (levels: number, open: string, close: string): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

/** A value that JSON can't be made of by `JSON.stringify`: its own text. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const NUMBERS = [
  ...[0, -0, -1, 1.5, 0.1 + 0.2, 1e-7, 1e15, -1e15, 1e21, 1e308, 5e-324],
  ...[2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), -1e14 / 3],
];
const NUMERIC = [
  '0',
  '-0',
  '-1',
  '+1',
  '1e3',
  '1e999',
  '-1e999',
  '1e-999',
  '0x10',
  '1,093.72',
  '٣',
  '1_000',
  '.',
  '-',
  'NaN',
  'Infinity',
  '9223372036854775808',
  '99999999999999.99',
  '9'.repeat(30),
  '9'.repeat(400),
  '9'.repeat(9_999),
  '9'.repeat(900_000),
  `0.${'0'.repeat(5_000)}1`,
];
const DAYS = [
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '1969-12-31',
  '2026-02-30',
  '2026-13-01',
  '9999-12-31',
  '10000-01-01',
  '-2026-01-01',
  '20-11-2026',
  '2026-11-20T25:61',
  '2026-11-20T08:30:60',
  '2026-11-20T08:30Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-11-20T08:30+99:99',
  '31/12/2026',
];
const TEXTS = [
  '',
  ' ',
  '\t\n',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\uffff',
  '\ufeff',
  '\u202e',
  '\u0130i\u0307',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(50),
  'e\u0301'.repeat(200),
  "'; drop table users; --",
  '" or 1=1',
  '%',
  '_',
  '%25%00',
  '../../../etc/passwd',
  '#{7*7}',
  '=1+1',
  '<script>alert(1)</script>',
  '(a+)+$',
  'x'.repeat(199),
  'x'.repeat(201),
  'x'.repeat(9_999),
  'x'.repeat(100_000),
];
const SHAPES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: -1 },
  { toString: null },
  { constructor: { prototype: {} } },
  { key: {}, value: [] },
  Array.from({ length: 5_000 }, () => 0),
  Array.from({ length: 300 }, () => ({})),
  Array.from({ length: 3_000 }, () => ({ filterField: 'id', query: '1' })),
  new RawJson('{"__proto__": {"admin": true}}'),
  new RawJson('1e999'),
  new RawJson('-0.0'),
  new RawJson(nested(19, '[', ']')),
  new RawJson(nested(5_000, '[', ']')),
  new RawJson(nested(5_000, '{"a":', '}')),
  new RawJson('9'.repeat(400_000)),
  new RawJson('"\\ud800"'),
  new RawJson('{"a":1,"a":{"b":[]}}'),
];

/** Texts as they should not be: numbers, days, unicode, tricks, sizes. */
export const oddText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMERIC) },
  { weight: 2, arbitrary: fc.constantFrom(...DAYS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

/** Anything JSON can hold, and some that it should not. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 3, arbitrary: fc.constantFrom(...SHAPES) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Bodies that are no JSON object at all. */
export const oddBody = fc.constantFrom(
  '',
  ' ',
  '{',
  '}',
  '[]',
  'null',
  '1',
  '"text"',
  '{"a":}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '\0',
  'NaN',
  nested(100_000, '[', ']'),
  nested(100_000, '{"a":', '}'),
  `{"a":"${'x'.repeat(1_000_100)}"}`,
);

/** As JSON, with raw pieces as they stand. */
export function jsonOf(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_key, inner) => {
    if (!(inner instanceof RawJson)) return inner;
    raw.push(inner.text);
    return `@raw-${raw.length - 1}@`;
  });
  return text.replaceAll(/"@raw-(\d+)@"/g, (_, at) => raw[Number(at)] ?? 'null');
}
