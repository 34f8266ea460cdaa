// Follows the calls of a function through the sources, to the first that throws.
import ts from 'typescript';

const bodyOf = (declaration) =>
  declaration.body ?? (declaration.initializer && bodyOf(declaration.initializer));

const isAsync = (declaration) =>
  (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Async) !== 0;

/** Of TypeScript's own libraries, or of a package. */
const fileOf = (declaration) => declaration?.getSourceFile().fileName ?? '';
const isPackage = (file) => file.includes('/node_modules/') && !/\/lib\.[\w.]+\.d\.ts$/.test(file);

/** A callback runs within the call that takes it, except for what a package keeps: a machine's actions. */
function runsLater(node, checker) {
  if (!ts.isFunctionLike(node)) return false;
  if (isAsync(node) || !ts.isCallExpression(node.parent)) return true;
  return isPackage(fileOf(checker.getResolvedSignature(node.parent)?.declaration));
}

const isCall = (node) => ts.isCallExpression(node) || ts.isNewExpression(node);

/** The declaration that a call reaches, among our own; an async one rejects and doesn't throw. */
function calledBy(call, checker, own) {
  const { declaration } = checker.getResolvedSignature(call) ?? {};
  if (!declaration || isAsync(declaration)) return;
  return own.test(fileOf(declaration)) ? declaration : undefined;
}

function reaches(declaration, checker, own, seen) {
  const body = bodyOf(declaration);
  if (!body || seen.has(declaration)) return false;
  seen.add(declaration);
  const visit = (node) => {
    if (ts.isThrowStatement(node)) return true;
    if (runsLater(node, checker)) return false;
    if (ts.isTryStatement(node) && node.catchClause) return visit(node.catchClause);
    const called = isCall(node) && calledBy(node, checker, own);
    if (called && reaches(called, checker, own, seen)) return true;
    return ts.forEachChild(node, visit) ?? false;
  };
  return visit(body);
}

/** Whether a function of this symbol can throw, itself or in what it calls. */
export function throwsAt(programs, symbol, own) {
  for (const declaration of symbol?.declarations ?? []) {
    const file = declaration.getSourceFile().fileName;
    const program = programs.find((one) => one.getSourceFile(file));
    if (program && reaches(declaration, program.getTypeChecker(), own, new Set())) return true;
  }
  return false;
}
