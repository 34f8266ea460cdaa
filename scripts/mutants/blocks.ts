import ts from 'typescript';

/** A piece of code that runs as a whole: a block, or an arrow function's expression. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** An expression has no braces to write into. */
  readonly isExpression: boolean;
}

/** Returns the blocks of a source in text order, outer ones first. */
export function blocksOf(file: string, text: string): Block[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true, kind);
  const blocks: Block[] = [];
  const visit = (node: ts.Node): void => {
    const isExpression = ts.isArrowFunction(node.parent) && node.parent.body === node;
    if (ts.isBlock(node) || isExpression)
      blocks.push({
        ...{ start: node.getStart(), end: node.getEnd() },
        isExpression: !ts.isBlock(node),
      });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return blocks;
}

/** Returns the number of the innermost block around a piece of text; undefined for code that runs when the file loads. */
export function blockAround(
  blocks: readonly Block[],
  { start, end }: { readonly start: number; readonly end: number },
): number | undefined {
  const number = blocks.findLastIndex((block) => block.start <= start && block.end >= end);
  return number === -1 ? undefined : number;
}

/** Returns the source with a call of `call(number)` at the start of each block; the lines stay where they are. */
export function withCalls(
  text: string,
  blocks: readonly Block[],
  call: (number: number) => string,
): string {
  const edits = blocks.flatMap(({ end, isExpression, start }, number) =>
    isExpression
      ? [
          { at: start, order: number, text: `(${call(number)}, ` },
          { at: end, order: -number, text: ')' },
        ]
      : [{ at: start + 1, order: number, text: ` ${call(number)};` }],
  );
  let result = text;
  // From the end, so that the places of the others stay right; at one place, the inner call comes last.
  for (const edit of edits.toSorted((one, other) => other.at - one.at || other.order - one.order))
    result = result.slice(0, edit.at) + edit.text + result.slice(edit.at);
  return result;
}
