import ts from 'typescript';

/** One small change of the code: `replacement` replaces the text between `start` and `end`. */
export interface Mutant {
  readonly file: string;
  readonly mutator: string;
  /** The declarations around it, outermost first: `Judge.judge`; '' at the top of the file. */
  readonly within: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

type Change = readonly [mutator: string, node: ts.Node, replacement: string];

/** Stryker's standard tables (https://stryker-mutator.io/docs/mutation-testing-elements/supported-mutators). */
const OPERATORS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  '+': ['ArithmeticOperator', ['-']],
  '-': ['ArithmeticOperator', ['+']],
  '*': ['ArithmeticOperator', ['/']],
  '/': ['ArithmeticOperator', ['*']],
  '%': ['ArithmeticOperator', ['*']],
  '<': ['EqualityOperator', ['<=', '>=']],
  '<=': ['EqualityOperator', ['<', '>']],
  '>': ['EqualityOperator', ['>=', '<=']],
  '>=': ['EqualityOperator', ['>', '<']],
  '===': ['EqualityOperator', ['!==']],
  '!==': ['EqualityOperator', ['===']],
  '&&': ['LogicalOperator', ['||']],
  '||': ['LogicalOperator', ['&&']],
  '??': ['LogicalOperator', ['&&']],
  '+=': ['AssignmentOperator', ['-=']],
  '-=': ['AssignmentOperator', ['+=']],
  '*=': ['AssignmentOperator', ['/=']],
  '??=': ['AssignmentOperator', ['&&=']],
  '||=': ['AssignmentOperator', ['&&=']],
  '&&=': ['AssignmentOperator', ['||=']],
};

/** Maps a method to its replacement; an empty name removes the call. */
const METHODS: Readonly<Record<string, string>> = {
  charAt: '',
  endsWith: 'startsWith',
  startsWith: 'endsWith',
  every: 'some',
  some: 'every',
  filter: '',
  max: 'min',
  min: 'max',
  reverse: '',
  toReversed: '',
  slice: '',
  sort: '',
  toSorted: '',
  substring: '',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  trim: '',
  trimEnd: 'trimStart',
  trimStart: 'trimEnd',
};

const BOOLEAN_RESULT = new Set(['EqualityOperator', 'LogicalOperator']);

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function* ofBinary(node: ts.BinaryExpression): Generator<Change> {
  const found = OPERATORS[node.operatorToken.getText()];
  if (found === undefined) return;
  const [mutator, operators] = found;
  if (mutator === 'ArithmeticOperator' && (isText(node.left) || isText(node.right))) return;
  const [left, right] = [node.left.getText(), node.right.getText()];
  for (const operator of operators) {
    const text = `${left} ${operator} ${right}`;
    yield [mutator, node, mutator === 'AssignmentOperator' ? text : `(${text})`];
  }
  if (
    !BOOLEAN_RESULT.has(mutator) ||
    node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  )
    return;
  yield ['ConditionalExpression', node, 'true'];
  yield ['ConditionalExpression', node, 'false'];
}

function* ofCall(node: ts.CallExpression): Generator<Change> {
  if (node.questionDotToken !== undefined) {
    const open = node.getText().slice(node.expression.getText().length + 2);
    yield ['OptionalChaining', node, node.expression.getText() + open];
  }
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const { expression: target, name } = node.expression;
  const other = Object.hasOwn(METHODS, name.text) ? METHODS[name.text] : undefined;
  if (other === '') yield ['MethodExpression', node, target.getText()];
  else if (other !== undefined) yield ['MethodExpression', name, other];
}

function* ofUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Generator<Change> {
  const operand = node.operand.getText();
  const prefix = ts.isPrefixUnaryExpression(node);
  const turned = (sign: string) => (prefix ? sign + operand : operand + sign);
  if (node.operator === ts.SyntaxKind.ExclamationToken) yield ['BooleanLiteral', node, operand];
  if (node.operator === ts.SyntaxKind.MinusToken) yield ['UnaryOperator', node, `+${operand}`];
  if (node.operator === ts.SyntaxKind.PlusToken) yield ['UnaryOperator', node, `-${operand}`];
  if (node.operator === ts.SyntaxKind.PlusPlusToken) yield ['UpdateOperator', node, turned('--')];
  if (node.operator === ts.SyntaxKind.MinusMinusToken) yield ['UpdateOperator', node, turned('++')];
}

function* ofCondition(condition: ts.Expression | undefined, loop: boolean): Generator<Change> {
  if (condition === undefined) return;
  if (!loop) yield ['ConditionalExpression', condition, 'true'];
  yield ['ConditionalExpression', condition, 'false'];
}

function* ofRegex(node: ts.RegularExpressionLiteral): Generator<Change> {
  const { text } = node;
  if (text.startsWith('/^')) yield ['Regex', node, `/${text.slice(2)}`];
  if (/[^\\]\$\/[a-z]*$/.test(text)) yield ['Regex', node, text.replace(/\$(\/[a-z]*)$/, '$1')];
  if (text.includes('\\d')) yield ['Regex', node, text.replace('\\d', '\\D')];
}

/** Names of properties and modules are not values. */
const isName = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  ts.isImportDeclaration(node.parent) ||
  ts.isExportDeclaration(node.parent) ||
  ts.isLiteralTypeNode(node.parent);

function* changesOf(node: ts.Node): Generator<Change> {
  if (ts.isBinaryExpression(node)) yield* ofBinary(node);
  else if (ts.isCallExpression(node)) yield* ofCall(node);
  else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    yield* ofUnary(node);
  else if (ts.isIfStatement(node)) yield* ofCondition(node.expression, false);
  else if (ts.isConditionalExpression(node)) yield* ofCondition(node.condition, false);
  else if (ts.isWhileStatement(node)) yield* ofCondition(node.expression, true);
  else if (ts.isForStatement(node)) yield* ofCondition(node.condition, true);
  else if (ts.isBlock(node) && node.statements.length > 0) yield ['BlockStatement', node, '{}'];
  else if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
    yield ['ArrowFunction', node.body, 'undefined'];
  else if (ts.isObjectLiteralExpression(node) && node.properties.length > 0)
    yield ['ObjectLiteral', node, node.parent.kind === ts.SyntaxKind.ArrowFunction ? '({})' : '{}'];
  else if (ts.isArrayLiteralExpression(node))
    yield ['ArrayDeclaration', node, node.elements.length > 0 ? '[]' : "['mutant']"];
  else if (ts.isRegularExpressionLiteral(node)) yield* ofRegex(node);
  else if (isName(node)) return;
  else if (ts.isTemplateExpression(node)) yield ['StringLiteral', node, '``'];
  else if (ts.isStringLiteralLike(node))
    yield ['StringLiteral', node, node.text === '' ? "'mutant'" : "''"];
  // Not one of Stryker's: a limit, a time or a day that is one off.
  else if (ts.isNumericLiteral(node) && /^[\d_]+$/.test(node.getText()))
    yield ['NumericLiteral', node, String(Number(node.text) + 1)];
  else if (node.kind === ts.SyntaxKind.TrueKeyword) yield ['BooleanLiteral', node, 'false'];
  else if (node.kind === ts.SyntaxKind.FalseKeyword) yield ['BooleanLiteral', node, 'true'];
  else if (ts.isPropertyAccessExpression(node) && node.questionDotToken !== undefined)
    yield ['OptionalChaining', node, `${node.expression.getText()}.${node.name.text}`];
}

/** Returns the name of a declaration, or of what gets a function or an object. */
const nameOf = (node: ts.Node): string | undefined => {
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node);
  return named ? node.name?.getText() : undefined;
};

const hasNoCode = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node));

/** Returns every mutant of a source, in text order; types, imports and names stay unchanged. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true, kind);
  const found = new Map<string, Mutant>();
  const visit = (node: ts.Node, around: string): void => {
    if (hasNoCode(node)) return;
    const name = nameOf(node);
    const within = name === undefined ? around : [around, name].filter(Boolean).join('.');
    for (const [mutator, at, replacement] of changesOf(node)) {
      const [start, end] = [at.getStart(), at.getEnd()];
      if (text.slice(start, end) === replacement) continue;
      const key = `${start}:${end}:${replacement}`;
      if (!found.has(key)) found.set(key, { file, mutator, within, start, end, replacement });
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  ts.forEachChild(source, (node) => visit(node, ''));
  return [...found.values()];
}

/** Returns the source with this mutation. */
export const mutated = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end);
