import { expect, it } from 'vitest';
import { explainedBy } from './explained.ts';
import { mutantsOf, mutated } from './mutators.ts';
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

it('draws the same sample for the same seed, taking parts in turn', () => {
  const parts = new Map([
    ['a', [1, 2, 3, 4, 5]],
    ['b', [10]],
  ]);
  const drawn = sample(parts, 4, 7);
  expect(drawn).toEqual(sample(parts, 4, 7));
  expect(drawn.map(([part]) => part)).toEqual(['a', 'b', 'a', 'a']);
  expect(new Set(drawn.map(([, item]) => item)).size).toBe(4);
  expect(sample(parts, 9, 7)).toHaveLength(6);
});

it('recognizes an explained survivor by its line, even if the line moved', () => {
  const text = '// moved\nconst wait = 1;\n';
  const [mutant] = mutantsOf('x.ts', text);
  const one = {
    ...{ file: 'x.ts', mutator: 'NumericLiteral', line: 'const wait = 1;' },
    ...{ from: '1', to: '2', why: 'nobody waits' },
  };
  if (mutant === undefined) throw new Error('no mutant');
  expect(explainedBy([one], text, mutant)).toBe('nobody waits');
  expect(explainedBy([{ ...one, to: '3' }], text, mutant)).toBeUndefined();
});
