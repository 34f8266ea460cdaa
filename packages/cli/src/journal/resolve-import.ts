import { journalEntry } from '@forecourt/core';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { InUseError } from './claim.ts';
import type { Journal, KeptEntry } from './journal.ts';
import type { ServiceSays } from './service-says.ts';

/** How an open import was resolved, or why it wasn't. */
export interface Resolved {
  readonly entry: KeptEntry;
  readonly message: string;
  readonly exitCode: ExitCode;
}

/** An import sent this recently may still reach the service, even though its sender is gone. */
const ON_ITS_WAY_MS = 60_000;

const NEVER_ARRIVED = 'The service never received it. Import the file again.';
const NEVER_SENT = 'It was never sent. Import the file again.';

/** Records the service's answer about an import that no run is working on. */
export async function resolveImport(
  journal: Journal,
  key: string,
  ask: (entry: KeptEntry) => Promise<ServiceSays>,
): Promise<Resolved | undefined> {
  const claim = await journal.take(key).catch((error: unknown) => {
    if (error instanceof InUseError) return error;
    throw error;
  });
  // Read after the claim: the former holder may have resolved it.
  const entry = await journal.find(key);
  if (claim instanceof InUseError) {
    return entry && { entry, message: claim.message, exitCode: EXIT.outcomeUnknown };
  }
  try {
    return entry && (await settle(journal, entry, await ask(entry)));
  } finally {
    claim.release();
  }
}

async function settle(journal: Journal, entry: KeptEntry, says: ServiceSays): Promise<Resolved> {
  const { key, rows } = entry;
  const kept = async (message: string): Promise<Resolved> => ({
    entry: (await journal.find(key)) ?? entry,
    message,
    exitCode: EXIT.done,
  });
  switch (says.state) {
    case 'done':
      await journal.record(journalEntry({ ...says.record, fileName: entry.fileName }, rows));
      return kept('It was imported.');
    case 'failed':
      await journal.record(journalEntry({ ...says.record, fileName: entry.fileName }, rows));
      return kept('It failed, and nothing of it was entered. Import the file again.');
    case 'not_known': {
      const planned = entry.state === 'planned';
      if (!planned && Date.now() - Date.parse(entry.changedAt) < ON_ITS_WAY_MS) {
        const message = 'The service knows nothing of it yet. Ask again in a minute.';
        return { entry, message, exitCode: EXIT.outcomeUnknown };
      }
      const note = planned ? NEVER_SENT : NEVER_ARRIVED;
      await journal.record({ ...entry, state: 'refused', note });
      return kept(note);
    }
    case 'not_asked': {
      const message = `It could not be asked for: ${says.reason}.`;
      return { entry, message, exitCode: EXIT.serviceFailed };
    }
    default:
      return {
        entry,
        message: 'The service is still working on it. Ask again in a minute.',
        exitCode: EXIT.outcomeUnknown,
      };
  }
}
