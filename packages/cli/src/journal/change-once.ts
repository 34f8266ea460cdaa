import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, isSettled, type RecordCall, toFailure } from '@forecourt/core';
import { removeIfPossible, writePrivateFile } from '../files/safe-file.ts';
import { type Seal, sealOf } from '../files/seal.ts';
import { isGlobalOption } from '../input/global-options.ts';
import type { Work } from '../work.ts';

/** A change that was sent and whose outcome is not known; without `call` where a secret is in it. */
interface OpenChange<C> {
  readonly key: string;
  /** The command that sends it: 'cards.create'. */
  readonly command?: string;
  readonly call?: C;
}

type RecordChange = Omit<RecordCall, 'idempotencyKey'>;

export interface ChangeOnce<C = RecordChange> {
  /** Left open by an earlier run of the same command. */
  readonly open: OpenChange<C> | undefined;
  /** Sends under the open change's key, else under this one; what may have been sent stays on disk. */
  send<T>(change: OpenChange<C>, send: (key: string) => Promise<T>): Promise<T>;
  /** Lets go of it: its outcome is known from elsewhere. */
  forget(): void;
}

/** Options whose content stands elsewhere, or says nothing of what is done. */
const ASIDE: readonly string[] = ['data', 'passwordStdin', 'yes'];

function contentOf({ args, operation, options, settings }: Work, client: Client, more: unknown) {
  const { actingFor, user } = client.session.current ?? {};
  const own = Object.entries(options).filter(
    ([name]) => !isGlobalOption(name) && !ASIDE.includes(name),
  );
  const account = [settings.baseUrl.value, user?.email, actingFor?.id];
  return JSON.stringify([account, operation, args, Object.fromEntries(own.sort()), more]);
}

/**
 * Makes a command that changes something safe to run again: its key is on disk before it is sent, and
 * goes when the outcome is known. The same command, run again after a lost answer, uses it anew, so that
 * nothing is done twice (PAY-04). `more` is content that does not stand in the options.
 */
export function changeOnce<C = RecordChange>(
  work: Work,
  client: Client,
  more: unknown,
): ChangeOnce<C> {
  const name = createHash('sha256')
    .update(contentOf(work, client, more))
    .digest('hex');
  const path = join(work.settings.places.changes, `${name}.json`);
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

/** The commands whose changes are open, in this folder. */
export function openChanges({ settings: { places } }: Pick<Work, 'settings'>): readonly string[] {
  const names = existsSync(places.changes) ? readdirSync(places.changes) : [];
  return names.flatMap((name) => read(join(places.changes, name))?.command ?? []);
}

/** On disk: a record holds card numbers and names, so nobody reads it who could not ask the service. */
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

/** Sealed by a former sign-in, it is the key alone: the same command makes the call anew, under that key. */
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
