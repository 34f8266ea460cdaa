import { formatInstant } from '@forecourt/core';
import type { Style } from '../output/output.ts';
import type { KeptEntry } from './journal.ts';
import type { ServiceSays } from './service-says.ts';

const STYLES: Readonly<Record<KeptEntry['state'], Style>> = {
  planned: 'yellow',
  sent: 'yellow',
  acknowledged: 'yellow',
  reconciled: 'green',
  refused: 'red',
  unknown: 'yellow',
};

export const stateCell = ({ state }: KeptEntry) => ({ text: state, style: STYLES[state] });

/** Long enough to identify a key. */
export const shortKey = (key: string): string => key.slice(0, 12);

/** The service's answer about an open import in a few words; '-' when it was not asked. */
export function saysText(says: ServiceSays | undefined): string {
  if (says === undefined) return '-';
  if (says.state === 'not_known') return 'knows nothing of it';
  return says.state === 'not_asked' ? `not asked: ${says.reason}` : says.state;
}

export const instantText = (at: string | undefined): string | undefined => at && formatInstant(at);

/** An import as shown with `--json`. */
export const entryDocument = (entry: KeptEntry, says: ServiceSays | undefined) => ({
  ...entry,
  service: says && ('record' in says ? says.record : { state: says.state, ...reasonOf(says) }),
});

const reasonOf = (says: ServiceSays) => ('reason' in says ? { reason: says.reason } : {});
