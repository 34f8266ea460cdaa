import { type Random, seededRandom } from '../random.ts';
import { anyGrid } from './grid.ts';
import { oddXls } from './odd-xls.ts';
import { oddXlsx } from './odd-xlsx.ts';

export { oldXls } from './odd-xls.ts';
export { xlsFile } from './xls-workbook.ts';

/** A workbook that is unlike those before it, the same one whenever the seed is. */
export interface OddWorkbook {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

async function made(random: Random, seed: number): Promise<OddWorkbook> {
  const grid = anyGrid(random);
  if (random.chance(0.5)) return { name: `odd-${seed}.xls`, bytes: oddXls(random, grid) };
  return { name: `odd-${seed}.xlsx`, bytes: await oddXlsx(random, grid) };
}

/** Odd workbooks of both kinds, one for each seed from the first on. */
export async function* oddWorkbooks(count: number, firstSeed = 1): AsyncGenerator<OddWorkbook> {
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    yield made(seededRandom(seed), seed);
  }
}
