import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, isSettled, type RecordCall, toFailure } from '@forecourt/core';
import { removeIfPossible, writePrivateFile } from '../files/safe-file.ts';
import { type Seal, sealOf } from '../files/seal.ts';
import { isGlobalOption } from '../input/global-options.ts';
import { knownAddress } from '../settings/same-service.ts';
import type { Work } from '../work.ts';

/** A change that was sent and has no known outcome; has no `call` when it contains a secret. */
interface OpenChange<C> {
  readonly key: string;
  /** The command that sent it: 'cards.create'. */
  readonly command?: string;
  readonly call?: C;
}

type RecordChange = Omit<RecordCall, 'idempotencyKey'>;

export interface ChangeOnce<C = RecordChange> {
  /** The change that an earlier run of the same command left open. */
  readonly open: OpenChange<C> | undefined;
  /**
   * Sends under the open change's key if there is one, else under this one. Keeps the change on
   * disk while its outcome is unknown.
   */
  send<T>(change: OpenChange<C>, send: (key: string) => Promise<T>): Promise<T>;
  /** Drops the open change because its outcome is known from elsewhere. */
  forget(): void;
}

/** Options that don't identify the change: their content is in `more`, or they only affect how it runs. */
const ASIDE: readonly string[] = ['data', 'passwordStdin', 'yes'];

function contentOf({ args, operation, options, settings }: Work, client: Client, more: unknown) {
  const { actingFor, user } = client.session.current ?? {};
  const own = Object.entries(options).filter(
    ([name]) => !isGlobalOption(name) && !ASIDE.includes(name),
  );
  const account = [knownAddress(settings.baseUrl.value), user?.email, actingFor?.id];
  return JSON.stringify([account, operation, args, Object.fromEntries(own.sort()), more]);
}

/**
 * Makes a command that changes something safe to repeat: writes its key to disk before it sends,
 * and removes it once the outcome is known. The same command run again after a lost answer reuses
 * the key, so nothing is done twice (PAY-04). `more` is content that isn't in the options.
 */
export function changeOnce<C = RecordChange>(
  work: Work,
  client: Client,
  more: unknown,
): ChangeOnce<C> {
  const name = createHash('sha256')
    .update(contentOf(work, client, more))
    .digest('hex');
  const path = join(work.settings.paths.changes, `${name}.json`);
  const seal = sealOf(client.session.current?.authorization ?? '');
  const open = read<C>(path, seal);
  let inDoubt = open !== undefined;
  return {
    open,
    async send(change, send) {
      const kept = { ...change, command: work.operation, ...read<C>(path, seal) };
      writePrivateFile(path, JSON.stringify(keptForm(kept, seal)));
      try {
        const answer = await send(kept.key);
        removeIfPossible(path);
        return answer;
      } catch (error) {
        const failure = toFailure(error);
        const known = inDoubt ? isSettled(failure) : failure.outcome === 'none';
        if (known) removeIfPossible(path);
        else inDoubt = true;
        throw error;
      }
    },
    forget() {
      removeIfPossible(path);
      inDoubt = false;
    },
  };
}

/** The commands with an open change in this folder. */
export function openChanges({ settings: { paths } }: Pick<Work, 'settings'>): readonly string[] {
  const names = existsSync(paths.changes) ? readdirSync(paths.changes) : [];
  return names.flatMap((name) => read(join(paths.changes, name))?.command ?? []);
}

/**
 * The form on disk. The call is sealed, because a record holds card numbers and names that only a
 * signed-in account may read.
 */
interface KeptChange {
  readonly key: string;
  readonly command?: string | undefined;
  readonly sealed?: string | undefined;
}

const keptForm = ({ call, command, key }: OpenChange<unknown>, seal: Seal): KeptChange => ({
  key,
  command,
  sealed: call === undefined ? undefined : seal.close(JSON.stringify(call)),
});

/**
 * A call sealed under a former sign-in reads as its key alone; the command builds the call again
 * under that key.
 */
function read<C>(path: string, seal?: Seal): OpenChange<C> | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Partial<KeptChange> | null;
    if (typeof kept?.key !== 'string') return undefined;
    const { command, key, sealed } = kept;
    const call = typeof sealed === 'string' ? seal?.open(sealed) : undefined;
    return {
      key,
      ...(command !== undefined && { command }),
      ...(call !== undefined && { call: JSON.parse(call) }),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw error;
  }
}
