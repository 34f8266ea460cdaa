import { bestMatch, type HeaderMatch, recognizeAll } from './find-header.ts';
import { type Layout, parseLayout } from './layout.schema.ts';
import { BUILT_IN_LAYOUTS } from './layouts/built-in-layouts.ts';
import { ProviderFileError } from './provider-file-error.ts';
import { BUILT_IN_RATE_LAYOUTS } from './rates/layouts/built-in-rate-layouts.ts';
import { parseRateLayout, type RateLayout } from './rates/rate-layout.schema.ts';
import { openWorkbook } from './reading/index.ts';
import type { SheetLayout } from './sheet-layout.schema.ts';
import { SheetRows } from './sheet-rows.ts';
import {
  type OpenOptions,
  type ProviderFile,
  type RateProvider,
  TRANSACTION_PROVIDERS,
  type TransactionProvider,
} from './types.ts';

/**
 * Returns the provided layouts before the built-in ones, because the first match of a provider is used.
 * Throws `bad_layout`.
 */
export function layoutsInUse(ownLayouts: readonly unknown[] = []): readonly Layout[] {
  return [...ownLayouts, ...BUILT_IN_LAYOUTS].map(parseLayout);
}

/**
 * Returns the known providers: the built-in ones, then those of the provided layouts (TXN-16). Throws
 * `bad_layout`.
 *
 * @param ownLayouts a deployment's own layouts, not yet validated
 */
export function providersOf(ownLayouts: readonly unknown[] = []): readonly TransactionProvider[] {
  const own = ownLayouts.map((layout) => parseLayout(layout).provider);
  return [...new Set<TransactionProvider>([...TRANSACTION_PROVIDERS, ...own])];
}

/** Like `layoutsInUse`, for daily rates. */
export function rateLayoutsInUse(ownLayouts: readonly unknown[] = []): readonly RateLayout[] {
  return [...ownLayouts, ...BUILT_IN_RATE_LAYOUTS].map(parseRateLayout);
}

/** Returns the provider's layout. Throws `bad_layout` if there is none. */
export function layoutOf<Of extends SheetLayout>(
  provider: Of['provider'],
  layouts: readonly Of[],
): Of {
  const layout = layouts.find((candidate) => candidate.provider === provider);
  if (!layout) {
    const known = [...new Set(layouts.map((one) => one.provider))].join(', ');
    throw new ProviderFileError(
      'bad_layout',
      `There is no layout for the provider ${provider}. There are layouts for ${known}.`,
      { file: '' },
    );
  }
  return layout;
}

/** Options of detecting a provider: limits of reading, and a service's own `layouts`. */
export type DetectOptions = OpenOptions & { readonly layouts?: readonly unknown[] };

/** Returns the layouts whose headers fit the first sheet that fits any. */
async function matchesOf<Of extends SheetLayout>(
  file: ProviderFile,
  layouts: readonly Of[],
  options: OpenOptions,
): Promise<readonly HeaderMatch<Of>[]> {
  const depth = Math.max(...layouts.map(({ headerDepth }) => headerDepth));
  const workbook = await openWorkbook(file, options);
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (sheet.hidden) continue;
    const rows = new SheetRows(workbook.rows(index, options.signal), depth);
    try {
      const matches = recognizeAll(await rows.head(), layouts);
      if (matches.length > 0) return matches;
    } finally {
      await rows.close();
    }
  }
  return [];
}

/**
 * Returns the provider whose layout fits best, judged by the headers of the first sheet that fits any; null
 * if none fits. Throws like `openWorkbook`, and `bad_layout`.
 *
 * @param file the file's name and content
 * @param options layouts of your own, and limits of reading
 */
export async function detectProvider(
  file: ProviderFile,
  options: DetectOptions = {},
): Promise<TransactionProvider | null> {
  const layouts = layoutsInUse(options.layouts);
  return bestMatch(await matchesOf(file, layouts, options))?.layout.provider ?? null;
}

/**
 * Like `detectProvider`, but returns every provider whose layout fits, for callers that must not choose
 * between them.
 *
 * @param file the file's name and content
 * @param options layouts of your own, and limits of reading
 * @returns the providers, in the order of `providersOf`
 * @throws what `detectProvider` throws
 */
export async function detectProviders(
  file: ProviderFile,
  options: DetectOptions = {},
): Promise<readonly TransactionProvider[]> {
  const matches = await matchesOf(file, layoutsInUse(options.layouts), options);
  return [...new Set(matches.map(({ layout }) => layout.provider))];
}

/**
 * Like `detectProvider`, for daily rates (RATE-01): a rate file among transactions belongs to another
 * command. `layouts` are then a deployment's own rate layouts.
 *
 * @param file the file's name and content
 * @param options layouts of your own, and limits of reading
 * @returns the provider, or null
 * @throws what `detectProvider` throws
 */
export async function detectRateProvider(
  file: ProviderFile,
  options: DetectOptions = {},
): Promise<RateProvider | null> {
  const matches = await matchesOf(file, rateLayoutsInUse(options.layouts), options);
  return bestMatch(matches)?.layout.provider ?? null;
}
