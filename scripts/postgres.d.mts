/** Starts an empty server on a socket in its own folder; gives its address and what stops it. */
export function startPostgres(): Promise<{
  readonly url: string;
  readonly stop: () => Promise<void>;
}>;
