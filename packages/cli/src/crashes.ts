import { AsyncLocalStorage } from 'node:async_hooks';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-codes.ts';

/** Errors that nobody can catch: thrown in a timer, a stream, or a promise without a handler. */
export interface Crashes {
  /** Rejects when the crash belongs to no contained work: the run ends. */
  readonly fatal: Promise<never>;
  /** Crashes of contained work that had already ended. */
  readonly late: readonly CommandError[];
  /** Runs work so that its crash rejects this promise alone, and other work continues. */
  contain<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a call that changes something: a crash before its answer leaves the outcome unknown. */
  sending<T>(call: () => Promise<T>): Promise<T>;
}

/** The run as a whole, or one contained piece of work. */
interface Scope {
  readonly reject: (error: CommandError) => void;
  calls: number;
  ended: boolean;
}

type Listen = (onCrash: (error: unknown) => void) => void;

const onProcess: Listen = (onCrash) =>
  void process.on('uncaughtException', onCrash).on('unhandledRejection', onCrash);

/** Handles uncaught errors for the lifetime of the process. */
export function watchCrashes(listen: Listen = onProcess): Crashes {
  const here = new AsyncLocalStorage<Scope>();
  const open = new Set<Scope>();
  const late: CommandError[] = [];
  const fatal = Promise.withResolvers<never>();
  // Avoids an unhandled rejection before the program awaits it.
  fatal.promise.catch(() => undefined);
  const run: Scope = { reject: fatal.reject, calls: 0, ended: false };
  listen((error) => {
    const own = here.getStore();
    if (own?.ended) late.push(crashed(error, 0));
    // An untraceable crash may belong to any work under way.
    else if (own === undefined && open.size > 0) for (const scope of open) end(scope, error);
    else end(own ?? run, error);
  });
  return {
    fatal: fatal.promise,
    late,
    contain(work) {
      const stop = Promise.withResolvers<never>();
      const scope: Scope = { reject: stop.reject, calls: 0, ended: false };
      open.add(scope);
      return Promise.race([here.run(scope, work), stop.promise]).finally(() => {
        scope.ended = true;
        open.delete(scope);
      });
    },
    async sending(call) {
      const scope = here.getStore() ?? run;
      scope.calls += 1;
      try {
        return await call();
      } finally {
        scope.calls -= 1;
      }
    },
  };
}

const end = (scope: Scope, error: unknown): void => scope.reject(crashed(error, scope.calls));

const FIND_OUT = 'Run the same command again: it finds out what happened before it sends anything.';
const LOOK = 'Run again with --verbose to see where.';

function crashed(error: unknown, calls: number): CommandError {
  const message = error instanceof Error ? error.message : String(error);
  const crash =
    calls > 0
      ? new CommandError(
          EXIT.outcomeUnknown,
          'crashed',
          `unexpected error while sending: ${message}`,
          { detail: FIND_OUT },
        )
      : new CommandError(EXIT.unexpected, 'crashed', `unexpected error: ${message}`, {
          detail: LOOK,
        });
  return Object.assign(crash, { cause: error });
}
