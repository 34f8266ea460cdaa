import type { Need } from '@forecourt/core';
import { interrupted } from '../command-error.ts';
import { keepSecret } from '../redact.ts';
import type { Work } from '../work.ts';
import type { Ask } from './drive.ts';

/**
 * Returns the prompt for this terminal; undefined without a terminal or with --no-input, so that no
 * script ever waits. Prompts go to standard error: standard output is for results.
 */
export function asking({ options, runtime }: Work): Ask | undefined {
  const { stdin, stderr, signal } = runtime;
  if (options.input === false || stdin.isTTY !== true || stderr.isTTY !== true) return undefined;
  return async (need) => {
    const { createPromptModule } = (await import('inquirer')).default;
    const prompt = createPromptModule({ input: stdin, output: stderr, signal });
    try {
      const { value } = await prompt<{ value: unknown }>([question(need) as never]);
      if (need.kind === 'field' && need.secret) keepSecret(String(value));
      return value;
    } catch (error) {
      if (error instanceof Error && /^(?:ExitPrompt|AbortPrompt)Error$/.test(error.name)) {
        throw interrupted();
      }
      throw error;
    }
  };
}

/** With more choices than this, the prompt becomes a search. */
const MAX_SHOWN = 12;

const HINTS: Readonly<Record<string, string>> = {
  day: 'YYYY-MM-DD',
  instant: 'YYYY-MM-DDTHH:mm:ss',
};

function messageOf(need: Need): string {
  const [issue] = need.issues;
  const hint = need.kind === 'field' ? HINTS[need.input] : undefined;
  const hintOrIssue = issue && issue.code !== 'required' ? issue.message : hint;
  return `${need.label}${hintOrIssue ? ` (${hintOrIssue})` : ''}:`;
}

type Choice = { readonly name: string; readonly value: string };

const search = (choices: readonly Choice[]) => ({
  type: 'search',
  source: (typed = '') =>
    choices.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())),
});

function question(need: Need): object {
  const name = 'value';
  const message = messageOf(need);
  switch (need.kind) {
    case 'field':
      return need.secret
        ? { name, message, type: 'password', mask: '*' }
        : { name, message, type: 'input', ...(need.value ? { default: need.value } : {}) };
    case 'choice': {
      const choices = need.options.map(({ key, value }) => ({ name: value, value: key }));
      return choices.length > MAX_SHOWN
        ? { name, message, ...search(choices) }
        : { name, message, type: 'select', choices };
    }
    case 'confirmation':
      return { name, message: need.message, type: 'confirm', default: false };
    case 'flag':
      return { name, message, type: 'confirm', default: need.value };
    case 'flags':
      return {
        name,
        message,
        type: 'checkbox',
        choices: need.options.map(({ key, value }) => ({
          name: value,
          value: key,
          checked: need.value[key] === true,
        })),
      };
    case 'file':
      return { name, message, type: 'input' };
  }
}
