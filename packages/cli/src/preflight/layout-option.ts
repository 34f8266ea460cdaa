import { readFile } from 'node:fs/promises';
import { parseLayout } from '@forecourt/core/provider-files';
import { usageError } from '../command-error.ts';

/** `--layout`: a layout of the user's own, checked. A usage error names what is wrong, and where in it. */
export async function readLayout(
  path: string,
): Promise<{ readonly provider: string; readonly layout: unknown }> {
  const text = await readFile(path, 'utf8');
  let layout: unknown;
  try {
    layout = JSON.parse(text);
  } catch (error) {
    throw usageError(
      `${path} is no JSON: ${error instanceof Error ? error.message : error}. (--layout)`,
    );
  }
  try {
    return { provider: parseLayout(layout).provider, layout };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ProviderFileError') throw error;
    throw usageError(`${error.message} (--layout ${path})`);
  }
}
