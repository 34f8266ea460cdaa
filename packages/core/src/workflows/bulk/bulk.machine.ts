import { and, assign, fromPromise, not, setup } from 'xstate';
import type { Draft, DraftValue } from '../../resource/form.types.ts';
import { placeholder } from '../placeholder.ts';
import { endsRun, outcomeOf, toTry, waiting } from './bulk.outcome.ts';
import type { BulkAnswer, BulkEvent, BulkInput, BulkOutcome, BulkRow } from './bulk.types.ts';

export interface BulkContext {
  readonly rows: readonly BulkRow[];
  readonly stopping: boolean;
  /** What happened to the rows before is being looked up. */
  readonly looking: boolean;
  readonly warning: string | undefined;
  /** Values of the definition's fields, and those fields that were left. */
  readonly draft: Draft;
  readonly touched: readonly string[];
}

/** A row to change, with the values that all rows get. */
export interface BulkChange {
  readonly row: BulkRow;
  readonly draft: Draft;
}

/** Sets the outcome of the first row without one. */
function settleRow(
  { rows }: Pick<BulkContext, 'rows'>,
  outcome: BulkOutcome,
  { label, undo }: Pick<BulkAnswer, 'label' | 'undo'> = {},
): Pick<BulkContext, 'rows'> {
  const at = rows.findIndex((row) => row.outcome === undefined);
  return {
    rows: rows.map((row, index) =>
      index === at
        ? { ...row, ...(label !== undefined && { label }), ...(undo && { undo }), outcome }
        : row,
    ),
  };
}

/** What became of the row that is being changed, when that failed. */
const failedOutcome = ({ rows }: Pick<BulkContext, 'rows'>, error: unknown): BulkOutcome =>
  outcomeOf(error, rows.find(({ outcome }) => outcome === undefined)?.set !== undefined);

/** Leaves the rows that are still to be done, for that reason. */
const leaveRest = ({ rows }: BulkContext, reason: 'stopped' | 'waits') => ({
  rows: rows.map((row) => (row.outcome === undefined ? { ...row, outcome: waiting(reason) } : row)),
});

/**
 * Goes through picked rows one after another (LIST-15). A row that can't be changed doesn't stop the
 * others; a lost session or service does, because the others would fail for the same reason.
 */
export const bulkMachine = (nonce: () => string, looks = false) =>
  setup({
    types: {
      context: {} as BulkContext,
      events: {} as BulkEvent,
      input: {} as BulkInput,
    },
    actors: {
      change: fromPromise<BulkAnswer, BulkChange>(placeholder),
      lookBack: fromPromise<string | undefined, readonly BulkRow[]>(placeholder),
    },
    guards: {
      /** This account may do it, and there is a row. */
      permitted: () => true,
      looks: ({ context }) => context.looking,
      hasMore: ({ context: { rows, stopping } }) =>
        !stopping && rows.some(({ outcome }) => outcome === undefined),
      endsRun: ({ event }) => 'error' in event && endsRun(event.error),
      hasToTry: ({ context }) => context.rows.some(toTry),
    },
    actions: {
      leaveRest: assign(({ context }) =>
        leaveRest(context, context.stopping ? 'stopped' : 'waits'),
      ),
    },
  }).createMachine({
    id: 'bulk',
    context: ({ input }) => ({
      rows: [...new Map(input.rows.map((row) => [row.id, row])).values()].map((row) => ({
        ...row,
        key: nonce(),
      })),
      stopping: false,
      looking: looks,
      warning: undefined,
      draft: input.draft ?? {},
      touched: [],
    }),
    initial: 'confirming',
    states: {
      confirming: {
        on: {
          'field.changed': {
            actions: assign({
              draft: ({ context, event }) => ({
                ...context.draft,
                [event.name]: event.value as DraftValue,
              }),
            }),
          },
          'field.left': {
            actions: assign({ touched: ({ context, event }) => [...context.touched, event.name] }),
          },
          confirm: { guard: and(['permitted', not('looks')]), target: 'next' },
          cancel: 'cancelled',
        },
        invoke: {
          id: 'lookBack',
          src: 'lookBack',
          input: ({ context }) => context.rows,
          onDone: {
            actions: assign(({ event }) => ({ looking: false, warning: event.output })),
          },
          // What can't be looked up doesn't stop the run.
          onError: { actions: assign({ looking: false }) },
        },
      },
      next: {
        always: [
          { guard: 'hasMore', target: 'running' },
          { target: 'reporting', actions: 'leaveRest' },
        ],
      },
      running: {
        on: {
          stop: {
            guard: ({ context }) => !context.stopping,
            actions: assign({ stopping: true }),
          },
        },
        invoke: {
          id: 'change',
          src: 'change',
          // Safe: `next` leads here only if such a row exists.
          input: ({ context }) => ({
            row: context.rows.find(({ outcome }) => !outcome) as BulkRow,
            draft: context.draft,
          }),
          onDone: {
            target: 'next',
            actions: assign(({ context, event: { output } }) =>
              settleRow(
                context,
                output.already === undefined
                  ? { state: 'done' }
                  : { state: 'already', message: output.already },
                output,
              ),
            ),
          },
          onError: [
            {
              guard: 'endsRun',
              target: 'reporting',
              actions: [
                assign(({ context, event }) =>
                  settleRow(context, failedOutcome(context, event.error)),
                ),
                'leaveRest',
              ],
            },
            {
              target: 'next',
              actions: assign(({ context, event }) =>
                settleRow(context, failedOutcome(context, event.error)),
              ),
            },
          ],
        },
      },
      reporting: {
        on: {
          again: {
            guard: 'hasToTry',
            target: 'next',
            actions: assign(({ context }) => ({
              stopping: false,
              rows: context.rows.map((row) => (toTry(row) ? tryAgain(row, nonce) : row)),
            })),
          },
          close: 'closed',
        },
      },
      closed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  });

/**
 * The row, to be tried again: under the same key while it may have been done, otherwise under a new one,
 * and as it is now instead of as it was picked.
 */
function tryAgain({ outcome, etag: _, ...row }: BulkRow, nonce: () => string): BulkRow {
  return outcome?.state === 'unknown' ? row : { ...row, key: nonce() };
}
