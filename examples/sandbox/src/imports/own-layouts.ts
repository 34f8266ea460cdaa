import { readFile } from 'node:fs/promises';

/**
 * A deployment's own layouts of provider files, in place of the built-in ones: a file with one layout or a
 * list of them. Throws for what is no layout, naming what is wrong.
 */
export async function ownLayouts(path: string | undefined): Promise<readonly unknown[]> {
  if (path === undefined) return [];
  const { parseLayout } = await import('@forecourt/core/provider-files');
  const layouts = [JSON.parse(await readFile(path, 'utf8'))].flat() as unknown[];
  for (const layout of layouts) parseLayout(layout);
  return layouts;
}
