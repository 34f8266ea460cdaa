/**
 * Makes `office/` again: each provider's file as LibreOffice writes it in five formats, and what was bought in it. Needs
 * LibreOffice on the machine: `node --conditions=source variants/make-office.ts [soffice]`. The files are kept, since not every machine has it.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { workbookBytes } from '../workbook.ts';
import { goodFile, PROVIDERS } from './good-file.ts';

/** What LibreOffice is asked for; 44,34,76 is a comma, a quotation mark and UTF-8. */
const FORMATS = {
  xls: 'xls:MS Excel 97',
  xlsx: 'xlsx:Calc MS Excel 2007 XML',
  ods: 'ods:calc8',
  csv: 'csv:Text - txt - csv (StarCalc):44,34,76',
  fods: 'fods:OpenDocument Spreadsheet Flat XML',
} as const;

/** These are refused by what they are, and flat XML takes much room: two rows are enough, and all of it goes into one archive. */
const SHORT = new Set<string>(['ods', 'fods']);

const [soffice = 'soffice'] = process.argv.slice(2);
const folder = join(import.meta.dirname, 'office');
const work = await mkdtemp(join(tmpdir(), 'office-'));
await mkdir(folder, { recursive: true });
const flat: Record<string, Uint8Array> = {};
const bought: Record<string, readonly string[]> = {};
for (const [at, provider] of PROVIDERS.entries()) {
  const good = goodFile(provider, { seed: 70 + at, single: true });
  const short = goodFile(provider, { seed: 70 + at, single: true, rows: 2 });
  bought[provider] = good.purchases.flat();
  for (const [extension, filter] of Object.entries(FORMATS)) {
    const { sheets } = SHORT.has(extension) ? short : good;
    const from = join(work, `${provider}.xlsx`);
    await writeFile(from, workbookBytes(sheets));
    const profile = `-env:UserInstallation=file://${join(work, 'profile')}`;
    const to = extension === 'fods' ? work : folder;
    const args = [profile, '--headless', '--convert-to', filter, '--outdir', to, from];
    await promisify(execFile)(soffice, args);
    const name = `${provider}.${extension}`;
    if (extension === 'fods') flat[name] = new Uint8Array(await readFile(join(work, name)));
  }
}
await writeFile(join(folder, 'fods.zip'), zipSync(flat, { level: 9 }));
await writeFile(join(folder, 'bought.json'), `${JSON.stringify(bought, null, 2)}\n`);
await rm(work, { recursive: true });
