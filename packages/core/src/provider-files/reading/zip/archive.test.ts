import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { startReading } from '../reading.ts';
import { fileOf } from '../workbooks.test-kit.ts';
import { Archive } from './archive.ts';

it('TXN-12 finds a part in whatever case, and of equal ones the first', async () => {
  const bytes = zipSync({ 'xl/Styles.xml': strToU8('first'), 'xl/styles.XML': strToU8('second') });
  const archive = await Archive.open(startReading(fileOf([bytes]), {}));
  expect(archive.find('XL/STYLES.xml')?.name).toBe('xl/Styles.xml');
  expect(archive.find('xl/theme.xml')).toBeUndefined();
});
