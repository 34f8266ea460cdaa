/**
 * Checks every screen in every brand, light and dark, wide and narrow: `npm run screens [name …]`.
 * Lists axe's findings, which make it fail, and saves pictures to a folder. Serves
 * packages/web/dist.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSandbox } from '@forecourt/sandbox';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Account, launchBrowser, openPage, signIn } from './browser.ts';
import { lookAt } from './look.ts';
import type { Screen } from './screen-ways.ts';
import { SCREENS } from './screens-table.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: join(root, 'node_modules/.cache/forecourt/screens') },
    brand: { type: 'string', multiple: true },
    scheme: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    /** Saves the documentation's pictures to their folder. */
    docs: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '4' },
  },
});

const BRANDS = values.brand ?? ['forecourt', 'harbour', 'prairie', 'northline'];
const SCHEMES = values.scheme ?? ['light', 'dark'];
const WIDTHS = values.width ?? ['1440', '390'];

interface Look {
  readonly screen: Screen;
  readonly brand: string;
  readonly scheme: 'light' | 'dark';
  readonly width: number;
}

const chosen = SCREENS.filter(
  ({ name, docs }) =>
    (positionals.length === 0 || positionals.some((part) => name.includes(part))) &&
    (!values.docs || docs),
);
const looks: readonly Look[] = BRANDS.flatMap((brand) =>
  SCHEMES.flatMap((scheme) =>
    WIDTHS.flatMap((width) =>
      chosen.map((screen) => ({
        screen,
        brand,
        scheme: scheme as Look['scheme'],
        width: Number(width),
      })),
    ),
  ),
);

const print = (line: string) => process.stdout.write(`${line}\n`);

const nameOf = ({ brand, scheme, screen, width }: Look) =>
  `${screen.name}-${brand}-${scheme}-${width}`;

const sandbox = await createSandbox({ passwordCost: 4 });
const port = new URL((await sandbox.listen({ port: 0 })).url).port;
const browser: Browser = await launchBrowser();
const addressOf = (brand: string) =>
  `http://${brand === 'forecourt' ? 'localhost' : `${brand}.localhost`}:${port}`;

/** One sign-in for each brand and account. */
const sessions = new Map<string, Promise<NonNullable<BrowserContextOptions['storageState']>>>();
function sessionOf(brand: string, account: Account) {
  const key = `${brand} ${account}`;
  const enter = async () => {
    const { page } = await openPage(browser, addressOf(brand));
    await page.goto('/');
    await signIn(page, account);
    const state = await page.context().storageState();
    await page.context().close();
    return state;
  };
  const known = sessions.get(key) ?? enter();
  sessions.set(key, known);
  return known;
}

async function take(look: Look): Promise<string[]> {
  const { brand, scheme, screen, width } = look;
  const { as = 'admin@forecourt.test', tolerates } = screen;
  const { page, complaints } = await openPage(browser, addressOf(brand), {
    colorScheme: scheme,
    viewport: { width, height: width < 700 ? 844 : 900 },
    ...(width < 700 && { hasTouch: true, isMobile: true }),
    ...(as && { storageState: await sessionOf(brand, as) }),
  });
  try {
    const findings = await lookAt(page, screen);
    return [...findings, ...complaints.filter((text) => !tolerates?.test(text))];
  } catch (error) {
    return [(error as Error).message.split('\n')[0] ?? ''];
  } finally {
    await page.screenshot({ path: join(values.folder, `${nameOf(look)}.png`) });
    await page.context().close();
  }
}

await mkdir(values.folder, { recursive: true });
const waiting = [...looks];
let wrong = 0;
const lane = async () => {
  for (let look = waiting.shift(); look; look = waiting.shift()) {
    const findings = await take(look);
    if (findings.length > 0) wrong += 1;
    for (const finding of findings) print(`${nameOf(look)}: ${finding}`);
  }
};
try {
  await Promise.all(Array.from({ length: Number(values.lanes) }, lane));
} finally {
  await browser.close();
  await sandbox.close();
}
if (values.docs) {
  for (const look of looks) {
    if (look.brand !== 'forecourt' || look.scheme !== 'light' || look.width !== 1440) continue;
    const to = join(root, 'docs/images', `${look.screen.name}.png`);
    await copyFile(join(values.folder, `${nameOf(look)}.png`), to);
  }
}
print(`${looks.length} looked at, ${wrong} with findings; pictures in ${values.folder}`);
process.exitCode = wrong === 0 ? 0 : 1;
