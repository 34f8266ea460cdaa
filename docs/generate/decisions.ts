import { readdirSync, readFileSync } from 'node:fs';
import { page } from './markdown.ts';

const folder = new URL('../decisions/', import.meta.url);

/** Returns the list of decisions, by the first lines of their files. */
export function decisionsPage(): string {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}-/.test(name))
    .sort();
  const lines = files.map((name) => {
    const [title = ''] = readFileSync(new URL(name, folder), 'utf8').split('\n');
    return `- [${title.replace(/^# /, '')}](./${name})`;
  });
  return page(
    'Decisions',
    'Why things are as they are: the questions a newcomer would ask, in about ten lines each. Numbers that are missing ' +
      'were never used.',
    lines.join('\n'),
  );
}
