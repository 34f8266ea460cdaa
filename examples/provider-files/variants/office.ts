import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { PROVIDERS, type Provider, type Purchase } from './good-file.ts';
import type { Expected, Variant } from './variant.ts';

const FOLDER = join(import.meta.dirname, 'office');
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)));

/** What LibreOffice made of each provider's file (`make-office.ts`), and what was bought in it. */
export function* officeVariants(): Generator<Variant> {
  const bought = JSON.parse(readFileSync(join(FOLDER, 'bought.json'), 'utf8')) as Record<
    Provider,
    readonly Purchase[]
  >;
  const flat = unzipSync(bytesOf('fods.zip'));
  for (const provider of PROVIDERS) {
    const variant = (extension: string, bytes: Uint8Array, expected: Expected): Variant => ({
      kind: `LibreOffice's ${extension}`,
      provider,
      name: `LibreOffice's ${provider}.${extension}`,
      bytes: new Uint8Array(bytes),
      expected,
      butFor: [],
    });
    const whole: Expected = {
      answer: 'checked',
      purchases: bought[provider],
      errors: [],
      warnings: [],
    };
    for (const extension of ['xlsx', 'xls', 'csv']) {
      yield variant(extension, bytesOf(`${provider}.${extension}`), whole);
    }
    yield variant('ods', bytesOf(`${provider}.ods`), {
      answer: 'refused',
      code: 'unsupported_kind',
      says: 'is an OpenDocument spreadsheet (.ods). Open it in Excel or LibreOffice and save it as .xlsx.',
    });
    yield variant('fods', flat[`${provider}.fods`] ?? new Uint8Array(0), {
      answer: 'refused',
      code: 'unsupported_kind',
      says: 'is an OpenDocument spreadsheet in one XML file (.fods). Open it in Excel or LibreOffice and save it as .xlsx.',
    });
  }
}
