import { assign, fromPromise, setup } from 'xstate';
import type { Draft, DraftValue } from '../../resource/form.types.ts';
import type { Option } from '../../resource/resource.types.ts';
import { toFailure } from '../failure.ts';
import { placeholder } from '../placeholder.ts';
import type { Failure } from '../view.ts';
import type { BillingEvent, BillingPeriod, BillingRow, BillingRunInput } from './billing.types.ts';

/** The choice of all companies. */
export const ALL_COMPANIES = '*';

/** Whom invoices can be made for, and in which currencies. */
export interface Billed {
  readonly companies: readonly Option[];
  readonly currencies: readonly string[];
}

export interface BillingContext {
  /** The service's day, YYYY-MM-DD; '' if it isn't known. */
  readonly today: string;
  readonly draft: Draft;
  readonly touched: readonly string[];
  readonly billed: Billed;
  /** Companies and currencies to look at, in their order. */
  readonly periods: readonly BillingPeriod[];
  /** Those that were looked at. */
  readonly rows: readonly BillingRow[];
  readonly stopping: boolean;
  readonly failure: Failure | undefined;
  /** What failed, and is tried again. */
  readonly failedIn: 'loading' | 'looking' | 'making';
}

/** A row's invoice to make. */
export interface Making {
  readonly period: BillingPeriod;
  readonly row: BillingRow;
}

const toMake = ({ rows }: Pick<BillingContext, 'rows'>): number =>
  rows.findIndex(({ outcome }) => outcome.state === 'would_make');

/** Every currency of each chosen company. */
function periodsOf({ billed, draft }: BillingContext): readonly BillingPeriod[] {
  const { company, from, to } = draft as Readonly<Record<string, string>>;
  return billed.companies
    .filter(({ key }) => company === ALL_COMPANIES || company === key)
    .flatMap(({ value }) =>
      billed.currencies.map((currency) => ({
        ...{ company: value, currency },
        ...{ from: from ?? '', to: to ?? '' },
      })),
    );
}

const failed = (failedIn: BillingContext['failedIn'], error: unknown) => ({
  ...{ failedIn, failure: toFailure(error) },
  stopping: false,
});

/**
 * Looks at one company and currency after another, then creates the previewed invoices one after another (INV-14). A
 * company that is refused doesn't stop the others; a lost session or service does, and another try goes on from there.
 */
export const billingMachine = setup({
  types: {
    context: {} as BillingContext,
    events: {} as BillingEvent,
    input: {} as BillingRunInput,
  },
  actors: {
    load: fromPromise<Billed>(placeholder),
    look: fromPromise<BillingRow, BillingPeriod>(placeholder),
    make: fromPromise<BillingRow, Making>(placeholder),
  },
  guards: {
    /** This account may make invoices, and the period is complete. */
    ready: () => true,
    hasToLook: ({ context: { periods, rows } }) => rows.length < periods.length,
    hasToMake: ({ context }) => toMake(context) >= 0,
    goesOn: ({ context }) => !context.stopping && toMake(context) >= 0,
    failedLooking: ({ context }) => context.failedIn === 'looking',
    failedMaking: ({ context }) => context.failedIn === 'making',
  },
  actions: {
    begin: assign(({ context }) => ({ periods: periodsOf(context), rows: [] })),
    drop: assign({ periods: [], rows: [] }),
    change: assign(({ context: { draft }, event }) =>
      event.type === 'field.changed'
        ? { draft: { ...draft, [event.name]: event.value as DraftValue } }
        : {},
    ),
  },
}).createMachine({
  id: 'billing',
  context: ({ input: { company = ALL_COMPANIES, from = '', to = '', today = '' } }) => ({
    today,
    draft: { from, to, company },
    touched: [],
    billed: { companies: [], currencies: [] },
    periods: [],
    rows: [],
    stopping: false,
    failure: undefined,
    failedIn: 'loading',
  }),
  initial: 'loading',
  on: {
    'field.left': {
      actions: assign({ touched: ({ context, event }) => [...context.touched, event.name] }),
    },
  },
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'choosing', actions: assign({ billed: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign(({ event }) => failed('loading', event.error)),
        },
      },
    },
    choosing: {
      on: {
        'field.changed': { actions: 'change' },
        preview: { guard: 'ready', target: 'nextLook', actions: 'begin' },
      },
    },
    nextLook: {
      always: [{ guard: 'hasToLook', target: 'looking' }, { target: 'previewed' }],
    },
    looking: {
      on: { stop: { target: 'choosing', actions: 'drop' } },
      invoke: {
        id: 'look',
        src: 'look',
        // Safe: `nextLook` leads here only if such a period exists.
        input: ({ context: { periods, rows } }) => periods[rows.length] as BillingPeriod,
        onDone: {
          target: 'nextLook',
          actions: assign({ rows: ({ context, event }) => [...context.rows, event.output] }),
        },
        onError: {
          target: 'failed',
          actions: assign(({ event }) => failed('looking', event.error)),
        },
      },
    },
    previewed: {
      on: {
        // What was seen is no preview of another period.
        'field.changed': { target: 'choosing', actions: ['change', 'drop'] },
        preview: { guard: 'ready', target: 'nextLook', actions: 'begin' },
        make: { guard: 'hasToMake', target: 'making', actions: assign({ stopping: false }) },
      },
    },
    nextMake: { always: [{ guard: 'goesOn', target: 'making' }, { target: 'made' }] },
    making: {
      on: { stop: { actions: assign({ stopping: true }) } },
      invoke: {
        id: 'make',
        src: 'make',
        input: ({ context }) => {
          const at = toMake(context);
          // Safe: only a row that is to be made leads here.
          return { period: context.periods[at], row: context.rows[at] } as Making;
        },
        onDone: {
          target: 'nextMake',
          actions: assign({
            rows: ({ context, event }) => context.rows.with(toMake(context), event.output),
          }),
        },
        onError: {
          target: 'failed',
          actions: assign(({ event }) => failed('making', event.error)),
        },
      },
    },
    made: {
      on: {
        'field.changed': { target: 'choosing', actions: ['change', 'drop'] },
        preview: { guard: 'ready', target: 'nextLook', actions: 'begin' },
        make: { guard: 'hasToMake', target: 'making', actions: assign({ stopping: false }) },
      },
    },
    failed: {
      on: {
        retry: [
          { guard: 'failedMaking', target: 'nextMake' },
          { guard: 'failedLooking', target: 'nextLook' },
          { target: 'loading' },
        ],
      },
    },
  },
});
