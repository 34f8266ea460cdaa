import { seededRandom } from '../random.ts';
import { workbookBytes } from '../workbook.ts';
import { CONTAINERS } from './containers.ts';
import { DATES } from './dates.ts';
import { goodFile, PROVIDERS, type Provider } from './good-file.ts';
import { NUMBERS } from './numbers.ts';
import { officeVariants } from './office.ts';
import { TABLES } from './tables.ts';
import type { Kind, Variant } from './variant.ts';

/** The day on which the variants are checked. */
export const VARIANTS_TODAY = '2026-11-20';

const KINDS: readonly Kind[] = [...DATES, ...NUMBERS, ...TABLES, ...CONTAINERS];

function variantOf(kind: Kind, provider: Provider, seed: number): Variant {
  const { day, single } = kind;
  const options = { seed, ...(day !== undefined && { day }), ...(single && { single }) };
  const good = goodFile(provider, options);
  const made = kind.make(good, seededRandom(seed));
  const { out = [], errors = [], warnings = [], extension = 'xlsx', refused } = made;
  const kept = good.purchases.filter((_, index) => !out.includes(index)).flat();
  return {
    kind: kind.name,
    provider,
    name: `${kind.name} of ${provider}.${extension}`,
    bytes: made.bytes ?? workbookBytes(made.sheets ?? good.sheets),
    expected: refused
      ? { answer: 'refused', ...refused }
      : { answer: 'checked', purchases: made.purchases ?? kept, errors, warnings },
    ...(!made.unlike && !refused && { like: good.sheets }),
    butFor: made.butFor ?? [],
  };
}

/**
 * Every kind of variant of every provider's file that it applies to, or of the providers and kinds asked for; the same seed
 * makes the same files.
 */
export function* variants(
  seed = 1,
  wanted: (provider: Provider, kind: string) => boolean = () => true,
): Generator<Variant> {
  for (const [index, kind] of KINDS.entries()) {
    for (const [at, provider] of PROVIDERS.entries()) {
      if ((kind.of && !kind.of.includes(provider)) || !wanted(provider, kind.name)) continue;
      // Many kinds share a few good files, so that each is read only once.
      yield variantOf(kind, provider, seed * 1009 + (index % 8) * 11 + at);
    }
  }
  for (const variant of officeVariants()) {
    if (wanted(variant.provider, variant.kind)) yield variant;
  }
}
