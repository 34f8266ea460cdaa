import { recognize } from './find-header.ts';
import { type Layout, parseLayout } from './layout.schema.ts';
import { BUILT_IN_LAYOUTS } from './layouts/built-in-layouts.ts';
import { ProviderFileError } from './provider-file-error.ts';
import { BUILT_IN_RATE_LAYOUTS } from './rates/layouts/built-in-rate-layouts.ts';
import { parseRateLayout, type RateLayout } from './rates/rate-layout.schema.ts';
import { openWorkbook } from './reading/index.ts';
import type { SheetLayout } from './sheet-layout.schema.ts';
import { SheetRows } from './sheet-rows.ts';
import type { OpenOptions, ProviderFile, TransactionProvider } from './types.ts';

/** The layouts handed in before the built-in ones, as the first of a provider is taken. Throws `bad_layout`. */
export function layoutsInUse(handedIn: readonly unknown[] = []): readonly Layout[] {
  return [...handedIn, ...BUILT_IN_LAYOUTS].map(parseLayout);
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

/**
 * Which provider's layout a file fits, by the headers of its first sheet that has any; null where none
 * does. Throws as `openWorkbook`, and `bad_layout`.
 */
export async function detectProvider(
  file: ProviderFile,
  options: OpenOptions & { readonly layouts?: readonly unknown[] } = {},
): Promise<TransactionProvider | null> {
  const layouts = layoutsInUse(options.layouts);
  const depth = Math.max(...layouts.map(({ headerDepth }) => headerDepth));
  const workbook = await openWorkbook(file, options);
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (sheet.hidden) continue;
    const rows = new SheetRows(workbook.rows(index, options.signal), depth);
    try {
      const match = recognize(await rows.head(), layouts);
      if (match) return match.layout.provider;
    } finally {
      await rows.close();
    }
  }
  return null;
}
