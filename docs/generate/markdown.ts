/** Pieces of Markdown that the generated references are made of. */

/** A cell's text: a bar or a line's end would break the table; angle brackets would be taken for HTML. */
const cell = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '{&#123;');

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string): string => `\`${text}\``;

/** A page that a script wrote: says so, and how it is written anew. */
export const page = (title: string, about: string, ...parts: readonly string[]): string =>
  `${[
    `# ${title}`,
    about,
    ...parts,
    '<!-- Written by `npm run docs -- --write`; edits are lost. -->',
  ].join('\n\n')}\n`;
