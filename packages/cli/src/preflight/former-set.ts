import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormerRate, RateLine } from '@forecourt/core/provider-files';
import { writePrivateFile } from '../files/safe-file.ts';
import { knownAddress } from '../settings/same-service.ts';
import type { Settings } from '../settings/settings.ts';

/** One upload of rates in the local record. */
interface UploadNote {
  /** ISO instant. */
  readonly at: string;
  readonly file: string;
  readonly sha256: string;
  /** The days for which the prices apply. */
  readonly effective: { readonly from: string; readonly to: string } | null;
  /** Guards that the file broke and a person accepted. */
  readonly acceptedGuards: readonly string[];
  readonly accepted: number;
  readonly rejected: number;
}

/** The latest rates that one account uploaded for a provider, with the history of uploads. */
interface FormerSet {
  readonly rates: readonly FormerRate[];
  /** Newest first. */
  readonly uploads: readonly UploadNote[];
}

/** How many uploads are kept: two months of daily ones. */
const REMEMBERED = 60;

export interface FormerSets {
  find(provider: string): FormerSet | undefined;
  keep(provider: string, lines: readonly RateLine[], note: UploadNote): void;
}

const formerRate = ({ price, product, productCode, site }: RateLine): FormerRate => ({
  site,
  product,
  productCode,
  price,
});

/** An unreadable record counts as missing: the service has the same guards. */
function read(path: string): FormerSet | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Partial<FormerSet> | null;
    return Array.isArray(kept?.rates) && Array.isArray(kept.uploads)
      ? (kept as FormerSet)
      : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The rates that an account uploaded to this service: one private file for each provider. */
export function formerSets({ baseUrl, paths }: Settings, account: string): FormerSets {
  const folders = [knownAddress(baseUrl.value), `account-${account}`].map(encodeURIComponent);
  const path = (provider: string) => join(paths.dir, 'rates', ...folders, `${provider}.json`);
  return {
    find: (provider) => read(path(provider)),
    keep(provider, lines, note) {
      const uploads = [note, ...(read(path(provider))?.uploads ?? [])].slice(0, REMEMBERED);
      const kept: FormerSet = { rates: lines.map(formerRate), uploads };
      writePrivateFile(path(provider), `${JSON.stringify(kept, null, 2)}\n`);
    },
  };
}
