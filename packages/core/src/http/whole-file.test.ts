import { describe, expect, it } from 'vitest';
import type { Call, Download, Http } from './http.types.ts';
import { downloadFile } from './transfer.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const PDF = '%PDF-1.7\n1 0 obj\nendobj\ntrailer\nstartxref\n9\n%%EOF\n';
/** A local header, some content, and the record that ends an archive; `comment` follows it. */
const zipOf = (comment = '') => {
  const length = String.fromCharCode(comment.length % 256, Math.floor(comment.length / 256));
  return `PK\u0003\u0004${'x'.repeat(200_000)}PK\u0005\u0006${'\0'.repeat(16)}${length}${comment}`;
};

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A service that answers with these bytes, in chunks of 1,000. */
function answering(text: string, of: Partial<Download> = {}, size = 1_000): Http {
  const bytes = bytesOf(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(bytes.slice(at, at + size));
      }
      controller.close();
    },
  });
  return {
    download: async () => ({
      ...{ fileName: 'file', contentType: undefined, length: undefined, requestId: undefined },
      ...{ headers: new Headers(), body },
      ...of,
    }),
  } as unknown as Http;
}

const CALL: Call = { operation: 'reports.run', method: 'POST', path: 'reports', safe: true };

const bodyOf = async (http: Http, judged?: []) => {
  const { body } = await downloadFile(http, CALL, judged);
  return new Uint8Array(await new Response(body).arrayBuffer());
};

const csv = { contentType: 'text/csv; charset=utf-8' };

describe('a file whose end shows that it is whole', () => {
  it.each([
    ['a PDF', PDF, {}],
    ['a PDF with a blank end', `${PDF}${' '.repeat(900)}`, {}],
    ['a workbook', zipOf(), {}],
    ['an archive with the longest comment', zipOf('c'.repeat(65_535)), {}],
    ['a CSV file', 'Day,Rate\r\n2026-11-29,1.5\r\n', csv],
    ['a heading alone', 'Day,Rate\n', csv],
    ['a file of another kind', 'GIF89a no end', {}],
    ['text of another type', 'no end', { contentType: 'text/plain' }],
  ])('ERR-03 passes unchanged if it is whole: %s', async (_, text, of) => {
    expect(await bodyOf(answering(text, of))).toEqual(bytesOf(text));
  });

  it.each([
    ['a PDF', PDF.slice(0, -8), {}],
    ['a PDF whose first part alone has an end', `${PDF}${'x'.repeat(2_000)}`, {}],
    ['a workbook', zipOf().slice(0, -1), {}],
    ['a workbook without its end', zipOf().slice(0, 100_000), {}],
    ['an archive without all of its comment', zipOf('comment').slice(0, -1), {}],
    ['a CSV file within a row', 'Day,Rate\r\n2026-11-29,1', csv],
  ])('ERR-03 fails as cut off without its end: %s', async (_, text, of) => {
    await expect(bodyOf(answering(text, of))).rejects.toMatchObject({
      code: 'cut_off',
      outcome: 'none',
      detail: 'The answer was cut off: the end of the file is missing.',
    });
  });

  it.each([
    ['a PDF after its first byte', '%', { contentType: 'application/pdf' }],
    ['a workbook after its first bytes', 'PK', { contentType: `${SHEET}.sheet` }],
    ['what is no PDF', 'Please pay', { contentType: 'application/pdf' }],
  ])('ERR-03 fails as cut off if it isn’t what its type says: %s', async (_, text, of) => {
    await expect(bodyOf(answering(text, of))).rejects.toMatchObject({ code: 'cut_off' });
  });

  it.each(['application/pdf', 'text/csv', `${SHEET}.sheet`])(
    'ERR-03 says that it is a web page in place of a file of the type %s',
    async (contentType) => {
      const page = '\n<!DOCTYPE html><p>Sign in</p>\n';
      await expect(bodyOf(answering(page, { contentType }))).rejects.toMatchObject({
        code: 'cut_off',
        detail: 'The answer is a web page in place of the file: the network may ask for a sign-in.',
      });
    },
  );

  it('ERR-03 recognises a file whose first bytes arrive one by one', async () => {
    const cut = PDF.slice(0, -8);
    await expect(bodyOf(answering(cut, {}, 1))).rejects.toMatchObject({ code: 'cut_off' });
    expect(await bodyOf(answering(PDF, {}, 1))).toEqual(bytesOf(PDF));
  });

  it('ERR-03 fails as cut off if it is empty', async () => {
    await expect(bodyOf(answering(''))).rejects.toMatchObject({
      code: 'cut_off',
      detail: 'The answer was cut off: the file is empty.',
    });
  });

  it('ERR-03 fails as cut off although what is left has the length that was announced', async () => {
    const cut = PDF.slice(0, -8);
    await expect(bodyOf(answering(cut, { length: cut.length }))).rejects.toMatchObject({
      code: 'cut_off',
    });
  });

  it('ERR-03 passes as it is if somebody uploaded it like that', async () => {
    const cut = PDF.slice(0, -8);
    expect(await bodyOf(answering(cut), [])).toEqual(bytesOf(cut));
    expect(await bodyOf(answering(''), [])).toEqual(bytesOf(''));
  });

  it('ERR-03 leaves the outcome of a change open', async () => {
    const call: Call = { operation: 'transactions.import', method: 'POST', path: 'x' };
    const { body } = await downloadFile(answering(zipOf().slice(0, -1)), call);
    await expect(new Response(body).arrayBuffer()).rejects.toMatchObject({ outcome: 'unknown' });
  });
});
