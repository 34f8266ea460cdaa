import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type ZipFile, zipStream } from './zip-stream.ts';

const at = new Date('2026-11-20T15:00:00Z');
const file = (name: string, text: string): ZipFile => ({
  name,
  bytes: new TextEncoder().encode(text),
  at,
});

it('TXN-09 keeps files of one name apart in a ZIP', async () => {
  async function* files() {
    yield file('receipt.pdf', 'one');
    yield file('receipt.pdf', 'two');
    yield file('note', 'three');
    yield file('note', 'four');
  }
  const zip = new Uint8Array(await new Response(zipStream(files())).arrayBuffer());
  const found = Object.entries(unzipSync(zip)).map(([name, bytes]) => [
    name,
    new TextDecoder().decode(bytes),
  ]);
  expect(found).toEqual([
    ['receipt.pdf', 'one'],
    ['receipt (2).pdf', 'two'],
    ['note', 'three'],
    ['note (2)', 'four'],
  ]);
});

it('TXN-09 no entry of a ZIP leaves its folder', async () => {
  async function* files() {
    yield file('../../etc/passwd', 'one');
    yield file('a/b.pdf', 'two');
    yield file('a_b.pdf', 'three');
  }
  const zip = new Uint8Array(await new Response(zipStream(files())).arrayBuffer());
  expect(Object.keys(unzipSync(zip))).toEqual(['_etc_passwd', 'a_b.pdf', 'a_b (2).pdf']);
});

it('TXN-09 reads no further file once its reader is gone', async () => {
  let read = 0;
  async function* files() {
    for (;;) {
      read += 1;
      yield file(`${read}.txt`, 'x'.repeat(100_000));
    }
  }
  const reader = zipStream(files()).getReader();
  await reader.read();
  await reader.cancel();
  const before = read;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(read).toBe(before);
  expect(read).toBeLessThan(4);
});

it('TXN-09 breaks the ZIP off when a file cannot be read, instead of ending it', async () => {
  async function* files() {
    yield file('one.txt', 'one');
    throw new Error('The disk is gone.');
  }
  await expect(new Response(zipStream(files())).arrayBuffer()).rejects.toThrow();
});
