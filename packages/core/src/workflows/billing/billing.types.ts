import type { Decimal } from '../../format/decimal.ts';
import type { Call } from '../../http/http.types.ts';
import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { Draft } from '../../resource/form.types.ts';
import type { View } from '../view.ts';

/** Purchases that are billed together: a company's in one currency. Whole days, both inclusive. */
export interface BillingPeriod {
  /** The company's name. */
  readonly company: string;
  /** 'CAD', 'USD'. */
  readonly currency: string;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

/** Sums of a period's unbilled lines. */
export interface UnbilledSums {
  /** Number of lines. */
  readonly count: number;
  readonly total_amount: Decimal;
  /** Number of the period's lines that are already on invoices. */
  readonly already_billed: number;
  /** Number of transactions with an amount but no lines, which can't be billed. */
  readonly without_lines?: number | null | undefined;
  /** Token that identifies exactly these lines. */
  readonly seen?: string | null | undefined;
}

/** A call that creates an invoice, in a form that can be stored and repeated. */
export type BillingCall = Pick<Call, 'json' | 'method' | 'path'>;

/** Stores a call with its key until its outcome is known, so that it survives a killed process. */
export interface KeptChange {
  /** A call left open by an earlier run; without `call` if it can't be read any more. */
  readonly open: { readonly key: string; readonly call?: BillingCall } | undefined;
  /**
   * Stores the call, sends it under the open call's key or this one, and removes it once the outcome is
   * known.
   */
  send<T>(
    change: { readonly key: string; readonly call: BillingCall },
    send: (key: string) => Promise<T>,
  ): Promise<T>;
  /** Removes the call because its outcome is known from elsewhere. */
  forget(): void;
}

/** An invoice that was created, as far as the response describes it. */
export interface MadeInvoice {
  readonly invoice_number?: string;
  readonly total?: Decimal;
}

/** Effects of `runBilling`. */
export interface BillingPorts {
  /** All companies that this account may bill, by id and name. */
  companies(
    signal: AbortSignal,
  ): Promise<readonly { readonly key: string; readonly value: string }[]>;
  currencies(signal: AbortSignal): Promise<readonly string[]>;
  preview(period: BillingPeriod, signal: AbortSignal): Promise<UnbilledSums>;
  callFor(period: BillingPeriod, sums: UnbilledSums): BillingCall;
  /** Creates the invoice; resolves to what the response says about it, which may be nothing. */
  send(call: BillingCall, key: string, signal: AbortSignal): Promise<MadeInvoice>;
  keeper(period: BillingPeriod): KeptChange;
  nonce(): string;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * The result for a company and currency: an invoice was created, by this run or by an earlier one whose
 * response was lost (`settled`); would be created; nothing is unbilled; credits exceed the purchases; or
 * the service refused it.
 */
export interface BillingOutcome {
  readonly company: string;
  readonly currency: string;
  readonly state: 'made' | 'would_make' | 'nothing' | 'credit' | 'refused';
  readonly settled?: true;
  /** Of an invoice that was or would be created; undefined if an earlier run created it. */
  readonly lines?: number;
  /** Undefined for an invoice of an earlier run if the response doesn't include it. */
  readonly total?: Decimal;
  readonly invoice_number?: string;
  /** Number of lines that another invoice has. */
  readonly already_billed: number;
  /** Number of purchases without lines to bill. */
  readonly without_lines: number;
  /** Why there is no invoice. */
  readonly message?: string;
}

/** What `runBilling` bills. */
export interface BillingInput {
  /** YYYY-MM-DD, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Name or id, 'name:61' or 'id:61' where both exist; all companies if absent. */
  readonly company?: string | undefined;
  /** Only previews, without creating anything. */
  readonly dryRun?: boolean;
}

/** Effects of an interactive billing run. */
export interface BillingRunPorts extends BillingPorts {
  access(): MenuAccess | undefined;
}

/** A company and currency of the chosen period: what it would be billed, or what became of it. */
export interface BillingRow {
  readonly outcome: BillingOutcome;
  /** What the person saw; sent with the invoice, so that other lines are refused. */
  readonly sums: UnbilledSums;
}

/** Input of a billing run: YYYY-MM-DD, both inclusive; usually last month. */
export interface BillingRunInput {
  readonly from?: string;
  readonly to?: string;
  /** The id of a company; all of them without it. */
  readonly company?: string;
  /** The service's day, YYYY-MM-DD: a period that isn't over by then has a warning. */
  readonly today?: string;
}

/** Events of a billing run. */
export type BillingEvent =
  | { readonly type: 'field.changed'; readonly name: string; readonly value: unknown }
  | { readonly type: 'field.left'; readonly name: string }
  /** Looks up what would be billed. */
  | { readonly type: 'preview' }
  /** Creates the invoices that were previewed, or those that are left. */
  | { readonly type: 'make' }
  /** Stops the preview, or stops creating after the current invoice. */
  | { readonly type: 'stop' }
  | { readonly type: 'retry' };

/** What a billing run shows. */
export interface BillingData {
  readonly draft: Draft;
  /** What would be billed, what was, and what can't be; without companies that have nothing to bill. */
  readonly rows: readonly BillingOutcome[];
  /** Companies of which nothing is unbilled. */
  readonly nothing: readonly string[];
  /** Number of companies and currencies done so far. */
  readonly tried: number;
  /** Number of companies and currencies to bill. */
  readonly total: number;
  readonly stopping: boolean;
  /** Warning that the period isn't over; '' if it is. */
  readonly warning: string;
  /** '3 invoices would be made: 1,234.50 CAD, 20.00 USD.'; '' before the preview. */
  readonly summary: string;
  /** 'Make 3 Invoices' */
  readonly makeLabel: string;
  readonly permission: Decision;
}

/** View of a billing run (INV-14). */
export type BillingView = View<
  'loading' | 'choosing' | 'looking' | 'previewed' | 'making' | 'made',
  'preview' | 'make' | 'stop' | 'retry',
  BillingData,
  never
>;
