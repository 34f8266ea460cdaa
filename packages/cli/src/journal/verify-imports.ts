import { formatInstant } from '@forecourt/core';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count } from '../output/progress.ts';
import { shortKey } from './entry-text.ts';
import { isOpen, type KeptEntry } from './journal.ts';
import type { ServiceSays } from './service-says.ts';

const RECENT_DAYS = 35;
const DAY_MS = 86_400_000;

/** What the service still knows of the imports that the journal has. */
export interface Verified {
  readonly days: number;
  readonly asked: number;
  /** Imported by the journal, and unknown to the service: it was restored from an older backup, say. */
  readonly lost: readonly KeptEntry[];
  /** Imports that it could not be asked about. */
  readonly notAsked: number;
}

const isRecentImport = (entry: KeptEntry, account: string): boolean =>
  entry.account === account &&
  !isOpen(entry) &&
  entry.state !== 'refused' &&
  Date.now() - Date.parse(entry.at ?? entry.changedAt) < RECENT_DAYS * DAY_MS;

/** Asks about each import that the journal has for an account from the last 35 days; changes nothing. */
export async function verify(
  entries: readonly KeptEntry[],
  account: string,
  ask: (entry: KeptEntry) => Promise<ServiceSays>,
): Promise<Verified> {
  const recent = entries.filter((entry) => isRecentImport(entry, account));
  const lost: KeptEntry[] = [];
  let notAsked = 0;
  for (const entry of recent) {
    const { state } = await ask(entry);
    if (state === 'not_known') lost.push(entry);
    if (state === 'not_asked') notAsked += 1;
  }
  return { days: RECENT_DAYS, asked: recent.length, lost, notAsked };
}

/** A person has to look at a lost import; the command can be repeated if the service didn't answer. */
export const exitOfVerified = ({ lost, notAsked }: Verified): ExitCode => {
  if (lost.length > 0) return EXIT.partlyDone;
  return notAsked > 0 ? EXIT.serviceFailed : EXIT.done;
};

/** 'The service knows 11 of 12 imports of the last 35 days; 1 could not be asked about.' */
export function verifiedText({ asked, days, lost, notAsked }: Verified): string {
  const known = asked - lost.length - notAsked;
  const rest = notAsked > 0 ? ` ${notAsked} could not be asked about.` : '';
  const advice =
    lost.length > 0 ? ' Import the files of the others again: nothing is entered twice.' : '';
  return `The service knows ${known} of ${count(asked, ['import', 'imports'])} of the last ${days} days.${rest}${advice}`;
}

/** A line for each lost import: what, when, how many rows, and where the file was. */
export const lostLines = ({ lost }: Verified): string[] =>
  lost.map(
    ({ at, changedAt, fileName, from, imported, key }) =>
      `Not known to the service: ${fileName} (${shortKey(key)}), imported ${formatInstant(at ?? changedAt)}, ${count(imported, ['row', 'rows'])}${from ? `, from ${from}` : ''}`,
  );
