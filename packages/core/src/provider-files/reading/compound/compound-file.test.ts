import { expect, it } from 'vitest';
import { compoundOf } from '../../../../../../examples/provider-files/odd/compound-file.ts';
import { CompoundFile } from './compound-file.ts';

const CONTENT = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);

it.each([512, 4_096])(
  'a stream has the bytes of its size, and none of the rest of its last sector of %d',
  async (sectorSize) => {
    const file = await CompoundFile.open(new Blob([compoundOf(CONTENT, { sectorSize })]));
    const entry = (await file.streams()).get('workbook');
    if (!entry) throw new Error('The file has no such stream.');
    expect(entry.size).toBe(5_000);
    expect(await file.read(entry)).toEqual(CONTENT);
    expect(await file.read(entry, 700)).toEqual(CONTENT.subarray(0, 700));
  },
);
