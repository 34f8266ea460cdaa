import { goodFiles, goodRates } from '@forecourt/provider-file-examples';
import { describe, expect, it } from 'vitest';
import { rateFile, recognise, uploadAdvice } from './recognise.ts';

const REMEDY = "Put it into its provider's folder of the inbox, or give --provider.";
const DAY = '2026-11-18';
const TEXT = { name: 'notes.txt', blob: new Blob(['one;two\n1;2\n']) };

const fileOf = (one: { readonly name: string; readonly bytes: Uint8Array } | undefined) => ({
  ...{ name: one?.name ?? '', blob: new Blob([Uint8Array.from(one?.bytes ?? [])]) },
});
/** A file whose reading ends with this error. */
const failing = (error: unknown) => {
  const fail = () => {
    throw error;
  };
  const blob = Object.assign(new Blob(['x'.repeat(100)]), { slice: fail, stream: fail });
  return { name: 'a.xlsx', blob: Object.assign(blob, { arrayBuffer: fail, text: fail }) };
};
const refusal = (code: string) =>
  Object.assign(new Error('It is no use.'), { name: 'ProviderFileError', code });
const recognised = (file: Parameters<typeof recognise>[0]) =>
  recognise(file, []).catch((error: unknown) => error);

describe('TXN-12 the provider of a file', () => {
  it('TXN-12 is the one whose layout fits', async () => {
    const esso = goodFiles(DAY).find(({ provider }) => provider === 'ESSO');
    expect(await recognised(fileOf(esso))).toBe('ESSO');
  });

  it('TXN-12 is not known without its headers', async () => {
    expect(await recognised(TEXT)).toMatchObject({
      ...{ exitCode: 5, code: 'unrecognised' },
      message: `No provider's headers were found in it. ${REMEDY}`,
    });
  });

  it.each([
    ...['damaged_file', 'empty_file', 'encrypted_file', 'too_large', 'too_many_rows'],
    ...['unsupported_kind', 'unzip_bomb', 'web_page'],
  ])('TXN-12 is of no interest in a file that no folder mends: %s', async (code) => {
    expect(await recognised(failing(refusal(code)))).toMatchObject({
      ...{ name: 'CommandError', exitCode: 5, code, message: 'It is no use.' },
    });
  });

  it('TXN-12 may help with another error of the file, but not with one of the disk', async () => {
    expect(await recognised(failing(refusal('header_not_found')))).toMatchObject({
      ...{ exitCode: 5, code: 'unrecognised', message: `It is no use. ${REMEDY}` },
    });
    const disk = Object.assign(new Error('EIO'), { code: 'EIO' });
    expect(await recognised(failing(disk))).toBe(disk);
    expect(await recognised(failing('odd'))).toBe('odd');
  });
});

describe('TXN-13 a file of rates', () => {
  it('TXN-13 is not taken for transactions', async () => {
    const rates = goodRates(DAY).find(({ provider }) => provider === 'Esso');
    const expected = {
      ...{ exitCode: 5, code: 'rate_file', particulars: { rateProvider: 'Esso' } },
      message: 'These are daily rates of Esso, not transactions.',
    };
    expect(await recognised(fileOf(rates))).toMatchObject(expected);
    expect(await rateFile(fileOf(rates))).toMatchObject(expected);
  });

  it('TXN-13 is none of transactions, nor one that can’t be read', async () => {
    expect(await rateFile(TEXT)).toBeUndefined();
    expect(await rateFile(failing(refusal('damaged_file')))).toBeUndefined();
  });

  it.each([
    ['/in/ESSO/rates_2026-11-18.xls', '/in/ESSO/rates_2026-11-18.xls'],
    ['/in/a b.xls', "'/in/a b.xls'"],
    ['/in/!a', "'/in/!a'"],
    ['!/in', "'!/in'"],
    ["/in/it's.xls", "'/in/it'\\''s.xls'"],
  ])('TXN-13 at %s is uploaded by a command that a shell understands', (path, word) => {
    expect(uploadAdvice(path, 'ESSO')).toBe(
      `Upload them: forecourt rates upload ${word} --provider ESSO`,
    );
  });
});
