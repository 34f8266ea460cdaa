import { describe, expect, it } from 'vitest';
import { fileForm, multipartBlob } from './transfer.ts';

const form = () =>
  fileForm({ name: 'a "b".xlsx', blob: new Blob(['first\nsecond'], { type: 'text/csv' }) }, [
    ['allow_repeat', '214'],
    ['note', 'one\ntwo'],
  ]);

describe('a form on the wire', () => {
  it('TXN-04 reads as the same form in the platform’s own parser', async () => {
    const request = new Request('http://127.0.0.1/', {
      method: 'POST',
      body: multipartBlob(form()),
    });
    const read = await request.formData();
    expect([read.get('allow_repeat'), read.get('note')]).toEqual(['214', 'one\r\ntwo']);
    const file = read.get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual([
      'a "b".xlsx',
      'text/csv',
      'first\nsecond',
    ]);
  });

  it('releases its bytes when the connection closes, at any moment', async () => {
    const lost: unknown[] = [];
    const note = (error: unknown) => lost.push(error);
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
    try {
      const body = multipartBlob(form());
      const request = new Request('http://127.0.0.1/', { method: 'POST', body });
      await request.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      process.removeListener('unhandledRejection', note);
      for (const other of others) process.on('unhandledRejection', other);
    }
    expect(lost).toEqual([]);
  });
});
