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

/** The layouts handed in before the built-in ones, as the first of a provider is taken. Throws `bad_layout`. */
export function layoutsInUse(handedIn: readonly unknown[] = []): readonly Layout[] {
  return [...handedIn, ...BUILT_IN_LAYOUTS].map(parseLayout);
}

/** The providers that files can be of: the built-in ones, then those that own layouts name (TXN-16). Throws `bad_layout`. */
export function providersOf(handedIn: readonly unknown[] = []): readonly TransactionProvider[] {
  const own = handedIn.map((layout) => parseLayout(layout).provider);
  return [...new Set<TransactionProvider>([...TRANSACTION_PROVIDERS, ...own])];
}

/** As `layoutsInUse`, of daily rates. */
export function rateLayoutsInUse(handedIn: readonly unknown[] = []): readonly RateLayout[] {
  return [...handedIn, ...BUILT_IN_RATE_LAYOUTS].map(parseRateLayout);
}

/** The provider's layout. Throws `bad_layout` where there is none. */
export function layoutOf<Of extends SheetLayout>(
  provider: Of['provider'],
  layouts: readonly Of[],
): Of {
  const layout = layouts.find((candidate) => candidate.provider === provider);
  if (!layout) {
    throw new ProviderFileError('bad_layout', `There is no layout for the provider ${provider}.`, {
      file: '',
    });
  }
  return layout;
}

type DetectOptions = OpenOptions & { readonly layouts?: readonly unknown[] };

/** The layouts that the first sheet which fits any of them fits, by its headers. */
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
 * Which provider's layout a file fits best, by the headers of its first sheet that fits any; null where
 * none does. Throws as `openWorkbook`, and `bad_layout`.
 */
export async function detectProvider(
  file: ProviderFile,
  options: DetectOptions = {},
): Promise<TransactionProvider | null> {
  const layouts = layoutsInUse(options.layouts);
  return bestMatch(await matchesOf(file, layouts, options))?.layout.provider ?? null;
}

/** As `detectProvider`: all providers whose layout it fits, for those who must not choose between them. */
export async function detectProviders(
  file: ProviderFile,
  options: DetectOptions = {},
): Promise<readonly TransactionProvider[]> {
  const matches = await matchesOf(file, layoutsInUse(options.layouts), options);
  return [...new Set(matches.map(({ layout }) => layout.provider))];
}

/**
 * As `detectProvider`, of daily rates (RATE-01): a file of them among transactions belongs to another command.
 * `layouts` are rate layouts of one's own.
 */
export async function detectRateProvider(
  file: ProviderFile,
  options: DetectOptions = {},
): Promise<RateProvider | null> {
  const matches = await matchesOf(file, rateLayoutsInUse(options.layouts), options);
  return bestMatch(matches)?.layout.provider ?? null;
}
