// A plugin of TypeDoc: sorts the API reference by subject, which is the folder that an export is defined in, and
// reports exports without a doc comment. TypeDoc's own `notDocumented` would also want one on each message text.
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommentTag, Converter, ReflectionKind } from 'typedoc';
import { entriesOf } from './api-comments.mjs';

const SOURCE = fileURLToPath(new URL('../packages/core/src/', import.meta.url));

/** Names of the folders as headings of the index. */
const SUBJECTS = {
  brand: 'Brands',
  client: 'Client',
  conform: 'Conformance',
  exceptions: 'Exceptions',
  format: 'Formats',
  http: 'HTTP',
  messages: 'Messages',
  opentelemetry: 'OpenTelemetry',
  permissions: 'Rights',
  'provider-files': 'Provider files',
  react: 'React',
  recorder: 'Flight recorder',
  resource: 'Resource definitions',
  resources: 'Resources',
  session: 'Sessions',
  testing: 'Testing',
  workflows: 'Workflows',
};

/** Folders so large that each folder in them is a subject: 'Workflows: import'. */
const LARGE = ['provider-files', 'resources', 'workflows'];

function subjectOf(file) {
  if (!file.startsWith(SOURCE)) return 'Host of the command line';
  const [folder, part] = relative(SOURCE, dirname(file)).split(sep);
  const subject = SUBJECTS[folder];
  if (!subject) throw new Error(`docs/api-subjects.mjs has no subject for the folder ${folder}.`);
  const isPart = part !== undefined && LARGE.includes(folder);
  return isPart ? `${subject}: ${part.replaceAll('-', ' ')}` : subject;
}

/** A function's comments are on its signatures. */
const commented = (reflection) => reflection.signatures ?? [reflection];

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    for (const entry of entriesOf(context.project)) {
      for (const reflection of entry.children ?? []) {
        // Exported by another entry too, which has it.
        if (reflection.kind === ReflectionKind.Reference) continue;
        const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? [];
        if (!declaration) continue;
        const subject = subjectOf(declaration.getSourceFile().fileName);
        for (const { comment } of commented(reflection)) {
          comment?.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: subject }]));
          if (!comment?.hasVisibleComponent())
            app.logger.validationWarning(`${reflection.getFullName()} has no doc comment.`);
        }
      }
    }
  });
}
