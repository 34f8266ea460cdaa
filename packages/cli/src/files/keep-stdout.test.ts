import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { keepStdout } from './keep-stdout.ts';

/** Standard output that fails with this error on the first write. */
function exportInto(code: string) {
  const error = Object.assign(new Error(`${code}: no more, write`), { code });
  const stdout = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => done(error),
  });
  const content = {
    body: new Blob(['a,b\r\n1,2\r\n']).stream(),
    fileName: 'cards.csv',
    length: 10,
    contentType: 'text/csv',
    headers: new Headers(),
    requestId: undefined,
  };
  const tools = { signal: new AbortController().signal, onProgress: () => undefined };
  return keepStdout({ stdout } as never)(content, tools);
}

describe('standard output that accepts nothing more', () => {
  it('TXN-17 ends with 1 and a message on a full disk, and silently with 141 on a closed pipe', async () => {
    await expect(exportInto('ENOSPC')).rejects.toMatchObject({
      exitCode: 1,
      message: 'Standard output could not be written: ENOSPC: no more, write',
    });
    await expect(exportInto('EPIPE')).rejects.toMatchObject({ exitCode: 141, code: 'reader_gone' });
  });
});
