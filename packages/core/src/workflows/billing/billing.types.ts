import type { Decimal } from '../../format/decimal.ts';
import type { Call } from '../../http/http.types.ts';

/** What is billed together: a company's purchases in one currency. Whole days, both inclusive. */
export interface BillingPeriod {
  /** Name of the company. */
  readonly company: string;
  /** 'CAD', 'USD'. */
  readonly currency: string;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

/** What is unbilled of a period, in sums. */
export interface UnbilledSums {
  readonly count: number;
  readonly total_amount: Decimal;
  /** Lines of the period that invoices bill already. */
  readonly already_billed: number;
  /** Transactions with an amount and no line, which can't be billed. */
  readonly without_lines?: number | null | undefined;
  /** Stands for just these lines. */
  readonly seen?: string | null | undefined;
}

/** A call that makes an invoice, as it can be kept and sent again. */
export type BillingCall = Pick<Call, 'json' | 'method' | 'path'>;

/** Keeps a call with its key where a killed process leaves it, until its outcome is known. */
export interface KeptChange {
  /** Left open by an earlier run; without `call` where it can't be read any more. */
  readonly open: { readonly key: string; readonly call?: BillingCall } | undefined;
  /** Keeps it, sends it under the open one's key or this one, and lets go once the outcome is known. */
  send<T>(
    change: { readonly key: string; readonly call: BillingCall },
    send: (key: string) => Promise<T>,
  ): Promise<T>;
  /** Its outcome is known from elsewhere. */
  forget(): void;
}

/** An invoice that was made, as far as the answer tells. */
export interface MadeInvoice {
  readonly invoice_number?: string;
  readonly total?: Decimal;
}

export interface BillingPorts {
  /** All that this account may bill, as id and name. */
  companies(
    signal: AbortSignal,
  ): Promise<readonly { readonly key: string; readonly value: string }[]>;
  currencies(signal: AbortSignal): Promise<readonly string[]>;
  preview(period: BillingPeriod, signal: AbortSignal): Promise<UnbilledSums>;
  callFor(period: BillingPeriod, sums: UnbilledSums): BillingCall;
  /** Makes it; what the answer says of it, which may be nothing. */
  send(call: BillingCall, key: string, signal: AbortSignal): Promise<MadeInvoice>;
  keeper(period: BillingPeriod): KeptChange;
  nonce(): string;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * What became of a company and currency: an invoice was made, by this run or by one whose answer was lost
 * (`settled`); would be made; nothing is unbilled; credits exceed the purchases; or the service refused it.
 */
export interface BillingOutcome {
  readonly company: string;
  readonly currency: string;
  readonly state: 'made' | 'would_make' | 'nothing' | 'credit' | 'refused';
  readonly settled?: true;
  /** Of an invoice that was made or would be; undefined of one that an earlier run made. */
  readonly lines?: number;
  /** Of one that an earlier run made undefined where the answer does not say it. */
  readonly total?: Decimal;
  readonly invoice_number?: string;
  readonly already_billed: number;
  readonly without_lines: number;
  /** Why there is no invoice. */
  readonly message?: string;
}

export interface BillingInput {
  /** YYYY-MM-DD, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Name or id; all companies without it. */
  readonly company?: string | undefined;
  /** Previews, and makes nothing. */
  readonly dryRun?: boolean;
}
