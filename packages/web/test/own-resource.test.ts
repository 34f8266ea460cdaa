import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { axeFindings } from './browser.ts';
import { faults, formReady, soon } from './forms.ts';
import { it } from './journey.ts';
import { browserSuite, listRows, waitForToast } from './suite.ts';
import { withSandbox } from './with-sandbox.ts';

const suite = browserSuite({ signedIn: false });
const VEHICLES = fileURLToPath(
  new URL('../../../examples/own-resource/vehicles.mjs', import.meta.url),
);

it('EXT-01 EXT-03 a resource of one’s own has its menu, list, form, view and deletion, beside a broken one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-own-'));
  const broken = join(folder, 'broken.mjs');
  // The sandbox can use it, a browser can't.
  await writeFile(
    broken,
    "if (typeof document === 'object') throw new Error('no browser');\nexport default [];\n",
  );
  try {
    await withSandbox({ plugins: [broken, VEHICLES] }, async (baseURL) => {
      const page = await suite.openOwn('/managercards', undefined, {
        baseURL,
        tolerates: /broken\.mjs cannot be used|status of 422/,
      });
      await page.getByRole('link', { name: 'Vehicles', exact: true }).click();
      await page.getByRole('link', { name: 'Add Vehicle' }).click();
      await formReady(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await soon(() => faults(page)).toEqual(['Plate is required', 'Fuel is required']);
      await page.getByLabel('Plate').fill('on?');
      await page.getByLabel('Fuel').selectOption('DIESEL');
      await page.getByRole('button', { name: 'Save' }).click();
      await soon(() => faults(page)).toEqual([
        'Plate may have capitals, digits, blanks and hyphens',
      ]);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel('Plate').fill('ON 4471');
      await page.getByRole('button', { name: 'Save' }).click();
      await waitForToast(page, 'Vehicle Created Successfully');
      await page.goto('/vehicles');
      await soon(() => listRows(page)).toEqual([
        ['ON 4471', '-', 'DIESEL', '-', '-', expect.stringMatching(/active/i)],
      ]);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('link', { name: /^View vehicle/ }).click();
      await page.getByRole('heading', { name: 'Vehicle ON 4471' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);

      const viewer = await suite.openOwn('/vehicles', 'viewer@northhaul.test', {
        baseURL,
        tolerates: /broken\.mjs cannot be used/,
      });
      await viewer
        .getByText('There is no record')
        .or(viewer.getByText(/No record/i))
        .first()
        .waitFor();
      expect(await viewer.getByRole('link', { name: 'Add Vehicle' }).count()).toBe(0);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
