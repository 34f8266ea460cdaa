import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { blockAround, blocksOf, withCalls } from './blocks.ts';
import { type Explained, identified, keyOf, reasonsOf } from './explained.ts';
import { mutantsOf, mutated } from './mutators.ts';
import { type Judged, tableOf } from './report.ts';
import { Results } from './results.ts';
import { sample } from './sample.ts';

/** Returns the mutated sources, one line per mutant. */
const broken = (text: string): string[] =>
  mutantsOf('x.ts', text).map((mutant) => `${mutant.mutator}: ${mutated(text, mutant)}`);

it('replaces operators as Stryker does, and conditions with true and false', () => {
  expect(broken('f(a < b);')).toEqual([
    'EqualityOperator: f((a <= b));',
    'EqualityOperator: f((a >= b));',
    'ConditionalExpression: f(true);',
    'ConditionalExpression: f(false);',
  ]);
  expect(broken('x = a ?? b;')).toEqual(['LogicalOperator: x = (a && b);']);
  expect(broken('n += -m * 2;')).toEqual([
    'AssignmentOperator: n -= -m * 2;',
    'ArithmeticOperator: n += (-m / 2);',
    'UnaryOperator: n += +m * 2;',
    'NumericLiteral: n += -m * 3;',
  ]);
});

it('empties strings, arrays, objects, blocks and bodies', () => {
  expect(broken("const a = ['x'];")).toEqual([
    'ArrayDeclaration: const a = [];',
    "StringLiteral: const a = [''];",
  ]);
  expect(broken('if (a) { go(); }')).toEqual([
    'ConditionalExpression: if (true) { go(); }',
    'ConditionalExpression: if (false) { go(); }',
    'BlockStatement: if (a) {}',
  ]);
  expect(broken('const f = () => ({ a });')).toEqual([
    'ArrowFunction: const f = () => undefined;',
    'ObjectLiteral: const f = () => ({});',
  ]);
});

it('replaces methods and optional chaining', () => {
  expect(broken('a.some(f);')).toEqual(['MethodExpression: a.every(f);']);
  expect(broken('a.filter(f);')).toEqual(['MethodExpression: a;']);
  expect(broken('a?.b;')).toEqual(['OptionalChaining: a.b;']);
  expect(broken('f(!a);')).toEqual(['BooleanLiteral: f(a);']);
});

it('does not change types, imports and names', () => {
  const text = "import a from 'a';\ntype T = 'x' | 'y';\ninterface I { a: 'z' }\nlet b: 'q';";
  expect(broken(text)).toEqual([]);
});

it('draws the same sample for the same seed, and after a change what it did not touch', () => {
  const items = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `${at}` }));
  const drawn = sample(
    new Map([
      ['a', items(50)],
      ['b', items(1)],
    ]),
    4,
    7,
  );
  expect(drawn.map(([part]) => part)).toEqual(['a', 'a', 'a', 'a', 'b']);
  expect(new Set(drawn.map(([part, { key }]) => part + key)).size).toBe(5);
  expect(
    sample(
      new Map([
        ['a', items(50)],
        ['b', items(1)],
      ]),
      4,
      7,
    ),
  ).toEqual(drawn);
  expect(sample(new Map([['a', items(50)]]), 4, 8)).not.toEqual(drawn.slice(0, 4));
  const [, ...later] = items(50);
  const kept = sample(new Map([['a', later]]), 4, 7).map(([, { key }]) => key);
  const before = drawn.slice(0, 4).map(([, { key }]) => key);
  expect(kept.filter((key) => before.includes(key)).length).toBeGreaterThanOrEqual(3);
});

const WAIT = { file: 'x.ts', line: 'const wait = 1;', mutator: 'NumericLiteral' };
const NOBODY = { ...WAIT, from: '1', to: '2', why: 'nobody waits' };

it('recognizes an explained survivor by its declaration, its line and its change, even if it moved', () => {
  const text =
    '// moved\nfunction one() {\n  const wait = 1;\n}\nfunction two() { const wait = 1; }\n';
  const reasons = reasonsOf([{ ...NOBODY, in: 'one.wait' }]);
  const whyOf = (source: string) =>
    identified('x.ts', source).flatMap(({ key, mutant }) => {
      const why = reasons.get(key);
      return why === undefined ? [] : [`${mutant.within}: ${why}`];
    });
  expect(whyOf(text)).toEqual(['one.wait: nobody waits']);
  expect(whyOf(text.replace('  const wait', '\tconst wait'))).toEqual(['one.wait: nobody waits']);
  expect(whyOf(text.replaceAll('one', 'other'))).toEqual([]);
});

it('distinguishes equal changes of one line', () => {
  const [first, second] = identified('x.ts', 'f(a, a) || g(1, 1);').filter(
    ({ mutant }) => mutant.mutator === 'NumericLiteral',
  );
  const one = { ...NOBODY, in: '', line: 'f(a, a) || g(1, 1);' };
  expect(reasonsOf([{ ...one, nth: 2 }]).get(String(second?.key))).toBe('nobody waits');
  expect(reasonsOf([one]).get(String(first?.key))).toBe('nobody waits');
  expect(reasonsOf([one]).has(String(second?.key))).toBe(false);
});

it('explains no mutant that is no longer in the code', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const explained: Explained[] = JSON.parse(
    readFileSync(join(root, 'scripts/mutants-explained.json'), 'utf8'),
  );
  const known = new Set(
    [...new Set(explained.map(({ file }) => file))].flatMap((file) =>
      identified(file, readFileSync(join(root, file), 'utf8')).map(({ key }) => key),
    ),
  );
  expect(explained.filter((one) => !known.has(keyOf(one)))).toEqual([]);
  expect(explained.filter(({ why }) => why.length < 20)).toEqual([]);
});

it('numbers blocks from the outside in, and records them where they begin', () => {
  const text = 'const f = (a) => { if (a) { g(); } return () => a; };';
  const blocks = blocksOf('x.ts', text);
  expect(withCalls(text, blocks, (number) => `ran(${number})`)).toBe(
    'const f = (a) => { ran(0); if (a) { ran(1); g(); } return () => (ran(2), a); };',
  );
  const at = (part: string) => ({
    start: text.indexOf(part),
    end: text.indexOf(part) + part.length,
  });
  expect(blockAround(blocks, at('g()'))).toBe(1);
  expect(blockAround(blocks, at('(a) {'))).toBe(0);
  expect(blockAround(blocks, at('f = '))).toBeUndefined();
});

it('records arrow functions that return one another', () => {
  const text = 'const f = (a) => (b) => a + b;';
  const recorded = withCalls(text, blocksOf('x.ts', text), (number) => `ran(${number})`);
  expect(recorded).toBe('const f = (a) => (ran(0), (b) => (ran(1), a + b));');
});

const judgedAs = (state: 'caught' | 'survived' | 'refused', explained?: string): Judged => ({
  ...{ part: 'rules', file: 'x.ts', line: 1, mutator: 'Regex', diff: '', identity: {} },
  verdict:
    state === 'caught'
      ? { state, by: 'x.test.ts' }
      : state === 'refused'
        ? { state }
        : { state, ran: 1, related: 1 },
  ...(explained !== undefined && { explained }),
});

it('counts neither what the types refuse nor what is explained', () => {
  const caught = [judgedAs('caught'), judgedAs('caught'), judgedAs('caught')];
  const judged = [
    ...caught,
    judgedAs('survived'),
    judgedAs('survived', 'why'),
    judgedAs('refused'),
  ];
  expect(tableOf(judged)).toBe(
    [
      'part               mutants    caught  survived explained   percent',
      'rules                    5         3         1         1      75.0',
      'all                      5         3         1         1      75.0',
    ].join('\n'),
  );
});

it('keeps results, but judges a survivor again when tests change', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'forecourt-mutants-')), 'results.json');
  try {
    const results = new Results(path, false);
    results.keep('a', { source: 's1', tests: 't1', verdict: { state: 'caught', by: 'x' } });
    results.keep('b', { source: 's1', tests: 't1', verdict: { state: 'no-coverage' } });
    const again = new Results(path, false);
    expect(again.of('a', 's1', 't2')).toEqual({ state: 'caught', by: 'x' });
    expect(again.of('a', 's2', 't1')).toBeUndefined();
    expect(again.of('b', 's1', 't1')).toEqual({ state: 'no-coverage' });
    expect(again.of('b', 's1', 't2')).toBeUndefined();
    expect(new Results(path, true).of('a', 's1', 't1')).toBeUndefined();
  } finally {
    rmSync(dirname(path), { recursive: true, force: true });
  }
});
