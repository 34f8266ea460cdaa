import { makeZip } from 'client-zip';
import type { Download } from '../http/http.types.ts';
import { downloadFile } from '../http/transfer.ts';
import type { BundleDefinition } from '../resource/form.types.ts';
import type { AnyListed } from '../resource/resource.types.ts';
import type { DownloadPorts } from '../workflows/download/download.types.ts';
import type { Client } from './client.ts';
import { type KeepFile, keepOrLetGo } from './ports.ts';

/** The records whose files are wanted, by `BundleDefinition.key`. */
export interface BundleRequest {
  readonly keys: readonly string[];
}

/** Uses a reader because in browsers a Response around the body would hide its error. */
async function* chunksOf({ body }: Download): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value as Uint8Array<ArrayBuffer>;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Yields the files one by one; requests the next one only after the previous one is in the ZIP. If one
 * fails, all fail.
 */
async function* entriesOf(
  keys: readonly string[],
  fetch: (key: string) => Promise<Download>,
  nameOf: (key: string) => string,
) {
  for (const key of keys) {
    const chunks = chunksOf(await fetch(key));
    try {
      yield { name: nameOf(key), input: chunks, lastModified: new Date() };
    } finally {
      // The consumer stopped early: release the connection.
      chunks.return().catch(() => undefined);
    }
  }
}

const withoutRepeats = (keys: readonly string[]): readonly string[] => [...new Set(keys)];

/**
 * Ports for the files of selected records, all of one type: a single file as it is, several as one ZIP that
 * is built while they arrive (INV-10). If one fails, no file is kept (ERR-03). Throws a TypeError if the
 * resource has no such files.
 */
export function bundlePorts(
  client: Client,
  resource: AnyListed,
  type: string,
  keep: KeepFile,
): DownloadPorts<BundleRequest> {
  const bundle: BundleDefinition<unknown> | undefined = resource.bundle;
  if (bundle === undefined) throw new TypeError(`${resource.name} has no files to bundle.`);
  const fetch = (key: string, signal: AbortSignal) =>
    downloadFile(client.http, {
      operation: `${resource.name}.download`,
      method: 'GET',
      path: bundle.path(key, type),
      signal,
    });
  const label = bundle.types.find(({ key }) => key === type)?.value ?? type;
  return {
    transfer: async ({ keys }, tools) => {
      const [key = '', ...others] = withoutRepeats(keys);
      const { signal } = tools;
      const first = await fetch(key, signal);
      if (others.length === 0) {
        return keepOrLetGo({ ...first, fileName: bundle.fileName(type) }, keep, tools);
      }
      const entries = entriesOf(
        [key, ...others],
        async (each) => (each === key ? first : fetch(each, signal)),
        (each) => bundle.entryName(each, type),
      );
      const zip: Download = {
        fileName: bundle.bundleName,
        contentType: 'application/zip',
        length: undefined,
        headers: first.headers,
        requestId: first.requestId,
        body: makeZip(entries),
      };
      return keepOrLetGo(zip, keep, tools);
    },
    refuse: ({ keys }) => (keys.length === 0 ? bundle.texts.none : undefined),
    texts: { success: bundle.texts.success(label), failure: bundle.texts.failure(label) },
  };
}
