import { MESSAGES, required } from '@forecourt/core';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS, type Requirement } from './index.ts';

const all: [string, Requirement][] = Object.entries(REQUIREMENTS);
const literal = all.flatMap(([id, { texts = {} }]) =>
  Object.entries(texts).map(([name, text]) => [id, name, text] as const),
);

/** Returns a text of the catalogue by its name; placeholders keep `{type}` or `{code}`. */
function inCatalogue(name: string, text: string): unknown {
  let found: unknown = MESSAGES;
  for (const part of name.split('.')) found = (found as Record<string, unknown>)[part];
  const [hole = ''] = /\{\w+\}/.exec(text) ?? [];
  return typeof found === 'function' ? found(hole) : found;
}

describe('literal texts', () => {
  it.each(literal)('%s %s', (_id, name, text) => {
    expect(inCatalogue(name, text)).toBe(text);
  });

  it('FORM-06 names a required field by its label', () => {
    const { required: text } = REQUIREMENTS['FORM-06'].fixed;
    expect(required('Driver Name')).toBe(text.replace('{Label}', 'Driver Name'));
  });
});
