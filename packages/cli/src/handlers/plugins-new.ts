import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ACTIONS, SCREEN_NAMES } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { makeDir } from '../files/safe-file.ts';
import { nounOf, resourceFiles } from '../plugins/resource-files.ts';
import { handler } from '../work.ts';

/** A code of three capitals that no screen has: 'VEH', or 'XORD' where 'ORD' is the product's. */
function screenFor(name: string): string {
  const code = name
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 3)
    .toUpperCase();
  return Object.hasOwn(SCREEN_NAMES, code) ? `X${code}` : code;
}

export const run = handler(async ({ args, options, output, operation }) => {
  const name = String(args[0]);
  if (!/^[a-z][a-z0-9-]{2,40}$/.test(name)) {
    throw usageError(
      `A resource's name has 3 to 41 lower-case letters, digits and hyphens, not '${name}'.`,
      'Use the plural: vehicles.',
    );
  }
  if (Object.keys(ACTIONS).some((action) => action.startsWith(`${name}.`))) {
    throw usageError(`The product has a resource '${name}'.`, 'Choose another name.');
  }
  const folder = resolve(typeof options.out === 'string' ? options.out : '.');
  const [one, many] = nounOf(name);
  const files = Object.entries(resourceFiles({ name, one, many, screen: screenFor(name) })).map(
    ([file, text]) => [join(folder, file), text] as const,
  );
  const known = files.find(([file]) => existsSync(file));
  if (known) throw usageError(`${known[0]} exists already.`, 'Name another folder with --out.');
  makeDir(folder);
  for (const [file, text] of files) writeFileSync(file, text, { flag: 'wx' });
  const [first = ''] = files.map(([file]) => file);
  const next = `forecourt --plugin ${first} ${name} --help`;
  output.result({
    document: { ok: true, operation, files: files.map(([file]) => file), next },
    text: () => [...files.map(([file]) => file), '', `Next: ${next}`].join('\n'),
  });
  return undefined;
});
