import type { Download, SavedFile } from '@forecourt/core';

interface KeepTools {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { bytes: number; total: number | undefined }) => void;
}

async function readAll(download: Download, { signal, onProgress }: KeepTools): Promise<Blob> {
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = download.body.getReader();
  const stop = () => void reader.cancel(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) break;
    bytes += value.byteLength;
    parts.push(value as Uint8Array<ArrayBuffer>);
    onProgress({ bytes, total: download.length });
  }
  signal.removeEventListener('abort', stop);
  return new Blob(parts, { type: download.contentType ?? 'application/octet-stream' });
}

/** Saves a file through the browser's downloads. */
export function saveBlob(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.target = '_blank';
  link.click();
}

/** Reads the whole file before saving it, so an interrupted download is never saved (ERR-03). */
export const keepDownload =
  (fallbackName: string) =>
  async (download: Download, tools: KeepTools): Promise<SavedFile> => {
    const blob = await readAll(download, tools);
    const name = download.fileName ?? fallbackName;
    const location = URL.createObjectURL(blob);
    saveBlob(location, name);
    return { name, location, bytes: blob.size };
  };
