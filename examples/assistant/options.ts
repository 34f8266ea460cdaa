import { parseArgs } from 'node:util';

/** What the server may do, as it was started. */
export interface Options {
  /** Resources whose records may be changed; 'all' for every one. */
  readonly allowed: readonly string[] | 'all';
  /** Folder of files to check and import. */
  readonly files: string | undefined;
  /** Only prints how it is used. */
  readonly help: boolean;
}

/** How the server is started, printed by --help and after a wrong option. */
export const USAGE = `Usage: node examples/assistant/server.ts [options]

  --allow NAMES      changes of these resources, with commas: payments,cards
  --allow-changes    changes of all resources
  --files DIR        files of this folder may be checked and imported

Without --allow or --allow-changes it only reads and previews. Each change is also confirmed by a person.`;

/** Reads the options of the process. Throws an error that says how it is used. */
export function readOptions(argv: readonly string[], resources: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        allow: { type: 'string', multiple: true },
        'allow-changes': { type: 'boolean' },
        files: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const names = (values.allow ?? []).flatMap((text) => text.split(',').map((one) => one.trim()));
    const unknown = names.find((name) => !resources.includes(name));
    if (unknown !== undefined) {
      throw new Error(`--allow has no '${unknown}'; it has: ${resources.join(', ')}.`);
    }
    return {
      allowed: values['allow-changes'] ? 'all' : names,
      files: values.files,
      help: values.help === true,
    };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}
