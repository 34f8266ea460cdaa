import { type AnyResource, type Client, CONFLICT_MESSAGES, findLastChange } from '@forecourt/core';
import { CommandError, isCommandError } from '../command-error.ts';
import { instantText } from '../journal/entry-text.ts';

interface Changed {
  readonly client: Client;
  readonly definition: AnyResource;
  /** As it was loaded, or as it is now. */
  readonly record: unknown;
  readonly signal: AbortSignal;
}

/** Returns a conflict's error that says who changed the record, as far as the trail does; others unchanged (WIRE-05). */
export async function namingWho(error: unknown, changed: Changed): Promise<unknown> {
  const { client, definition, record, signal } = changed;
  if (!isCommandError(error) || error.code !== 'conflict' || !record) return error;
  const row = record as Readonly<Record<string, unknown>>;
  const { actor: by, at } = (await findLastChange(client, definition, row, signal)) ?? {};
  if (!by || !at) return error;
  const { detail } = error.particulars;
  const lines = [
    CONFLICT_MESSAGES.changedBy(by, instantText(at) ?? at),
    ...(detail ? [detail] : []),
  ];
  return new CommandError(error.exitCode, error.code, error.message, {
    ...error.particulars,
    detail: lines.join('\n'),
    lastChange: { by, at },
  });
}
