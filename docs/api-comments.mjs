// A plugin of TypeDoc: reports exports whose doc comments leave something out. What it asks for is in CONTRIBUTING.
import { Converter, ReflectionKind } from 'typedoc';
import { throwsAt } from './api-throws.mjs';

const OWN = /\/packages\/(?:core|cli)\/src\//;

/** Where a program begins: each of these, and each workflow, needs an example. */
const ENTRIES = new Set([
  ...['can', 'createClient', 'createRecord', 'listRows', 'removeRecord', 'signIn', 'updateRecord'],
  ...['defineResource', 'ownAction', 'ownResource', 'registerResources'],
  ...[
    'defineWorkflow',
    'persist',
    'resume',
    'runWorkflow',
    'startWorkflow',
    'useView',
    'useWorkflow',
  ],
  ...['checkProviderFile', 'checkRateFile', 'readProviderFile'],
  ...['openTelemetry', 'readRecording', 'record', 'replay', 'startRecording'],
  ...['conform', 'conformSuite', 'createFakeTransport', 'recordViews'],
]);

const RETURNS = /(?:^|[.:;]\s+|\n)(?:Returns|Resolves|Yields)\b/;
const THROWS = /\b(?:throws|rejects)\b/i;
const FAILS = /\bfail(?:s|ed)\b/i;
const NOTHING = new Set(['void', 'never', 'asserts']);

const nameOf = (type) => type?.name ?? type?.type;
const textOf = (parts) => (parts ?? []).map(({ text }) => text).join('');

/** What a call gives back: the type in a promise. */
const answerOf = (type) => (nameOf(type) === 'Promise' ? type.typeArguments?.[0] : type);

const isLater = (type) => ['Promise', 'AsyncGenerator', 'AsyncIterable'].includes(nameOf(type));

/** The whole comment of a signature, with the tags that say what it returns and throws. */
function wordsOf({ comment }) {
  const tag = (name) => (comment?.blockTags ?? []).filter((one) => one.tag === name);
  return {
    text: textOf(comment?.summary),
    returns: tag('@returns').length > 0,
    throws: tag('@throws').length > 0,
    example: tag('@example').length > 0,
  };
}

function* missingIn(signature, mayThrow) {
  const { text, returns, throws, example } = wordsOf(signature);
  const { type, kind } = signature;
  for (const { name, comment } of signature.parameters ?? [])
    if (!isCommented({ comment })) yield `a @param for ${name}`;
  const isConstructor = kind === ReflectionKind.ConstructorSignature;
  const answer = isConstructor ? undefined : answerOf(type);
  if (answer && !NOTHING.has(nameOf(answer)) && !returns && !RETURNS.test(text))
    yield "a @returns, or a sentence that begins with 'Returns', 'Resolves' or 'Yields'";
  if ((isLater(type) || mayThrow) && !throws && !THROWS.test(text))
    yield "a @throws, or a sentence with 'Throws' or 'Rejects'";
  const isFlow = nameOf(type) === 'Workflow' && signature.parameters?.[0]?.name === 'ports';
  if (isFlow && !FAILS.test(text)) yield "a sentence with 'fails' or 'failed'";
  if ((isFlow || ENTRIES.has(signature.name)) && !example) yield 'an @example';
}

/** Numbers have units or count something, which their name rarely says whole. */
const isNumber = ({ type }) =>
  nameOf(type) === 'number' ||
  (type?.type === 'union' && type.types.some((one) => nameOf(one) === 'number'));

const isCommented = ({ comment }) => comment?.hasVisibleComponent() === true;

const isOwn = (reflection) => !reflection.inheritedFrom && !reflection.flags.isExternal;

function* findings(reflection, context) {
  for (const signature of reflection.signatures ?? []) {
    const symbol = context.getSymbolFromReflection(reflection);
    const mayThrow = throwsAt(context.programs, symbol, OWN);
    for (const missing of missingIn(signature, mayThrow)) yield [signature, missing];
  }
  const members = reflection.children ?? reflection.type?.declaration?.children ?? [];
  for (const member of members.filter(isOwn)) {
    const method = reflection.kind === ReflectionKind.Class && member.signatures;
    if (method) yield* findings(member, context);
    const value = member.getSignature ?? member;
    if (isNumber(value) && !isCommented(value) && !isCommented(member))
      yield [member, 'a comment with its unit'];
    const isConstructor = member.kind === ReflectionKind.Constructor;
    if (method && !isConstructor && !member.signatures.some(isCommented))
      yield [member, 'a comment'];
  }
}

/** A project with one entry point is that entry. */
export function entriesOf(project) {
  const entries = project.getChildrenByKind(ReflectionKind.Module);
  return entries.length > 0 ? entries : [project];
}

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, (context) => {
    for (const entry of entriesOf(context.project)) {
      for (const reflection of entry.children ?? []) {
        if (reflection.kind === ReflectionKind.Reference) continue;
        for (const [where, missing] of findings(reflection, context))
          app.logger.validationWarning(`${where.getFullName()} lacks ${missing}.`);
      }
    }
  });
}
