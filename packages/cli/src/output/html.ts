import { redact } from '../redact.ts';
import { oneLine } from './output.ts';

/** Markup that needs no escaping. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  redact(oneLine(text)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function partText(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map(({ html }) => html).join('\n');
}

/** Builds markup; escapes the values and masks card numbers and secrets in them. */
export const markup = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.reduce((all, text, at) => `${all}${partText(parts[at - 1] ?? '')}${text}`),
});

export const NOTHING: Html = { html: '' };
