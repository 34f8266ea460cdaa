import type { Generated } from 'kysely';
import type { NullableText, Ref, Text, Version, Whole } from './schema-columns.ts';

/** Invoices, payments, imports, keys and the audit trail, as kysely sees them. */
export interface InvoicesTable {
  id: Generated<number>;
  version: Version;
  invoice_number: Text;
  company_name: Text;
  issued_date: Text;
  due_date: Text;
  start_date: Text;
  end_date: Text;
  status: Text;
  currency: Text;
  file_name: Text;
  created_at: Text;
  total_minor: Whole;
  due_minor: Whole;
  /** Payments less reversals. */
  paid_minor: Whole;
  /** 'unbilled' if it was made from unbilled lines; such a draft can be voided (INV-14). */
  made_from: Text;
  /** When an e-mail with it was last started; '' if never. */
  mailed_at: Text;
  company_id: Ref;
}

/** An invoice's state before a change, for reports as of an earlier day (REP-01). */
export interface InvoiceChangesTable {
  id: Generated<number>;
  invoice_id: Whole;
  /** When it changed. */
  at: Text;
  status: Text;
  issued_date: Text;
  due_date: Text;
  /** The total less credits: what was due and what was paid together. */
  owed_minor: Whole;
}

export interface PaymentsTable {
  id: Generated<number>;
  version: Version;
  customer_name: Text;
  payment_mode: Text;
  payment_date: Text;
  currency: Text;
  reference: Text;
  created_at: Text;
  /** Negative of a reversal (PAY-05). */
  amount_minor: Whole;
  /** The payment that this one reverses, and why. */
  reverses_id: Ref;
  reason: Text;
  /** When it was reversed; empty while it counts. */
  reversed_at: Text;
  /** What the invoice said before it; null and empty of payments from before these were kept. */
  due_before_minor: Ref;
  status_before: Text;
  invoice_id: Ref;
  company_id: Ref;
  created_by: Ref;
}

/** Rows that broke a rule when a migration added it; `correction` is empty if they weren't changed. */
export interface MigrationFindingsTable {
  id: Generated<number>;
  migration: Text;
  table_name: Text;
  row_key: Text;
  rule: Text;
  row_values: Text;
  correction: Text;
  found_at: Text;
}

export interface ImportsTable {
  id: Generated<number>;
  scope: Text;
  provider: Text;
  file_name: Text;
  sha256: Text;
  fingerprint: Text;
  state: Text;
  lease_until: Text;
  headers: Text;
  message: Text;
  /** SHA-256 and name of the original, if cells were corrected before it was sent. */
  corrected_from: Text;
  corrected_name: Text;
  /** JSON of the corrections. */
  corrections: Text;
  created_at: Text;
  finished_at: Text;
  /** When its latest attempt was taken up, and when it began to read the file. */
  claimed_at: Text;
  started_at: Text;
  /** The process that works on it; '' if that has no name. */
  process: Text;
  imported: Whole;
  duplicates: Whole;
  rejected: Whole;
  /** New exceptions of its purchases (TXN-18). */
  exceptions: Whole;
  attempt: Whole;
  user_id: Ref;
  acting_company_id: Ref;
  key: NullableText;
}

/** Purchases beyond what their card and the day allow (TXN-18). The purchase may be gone: settled ones stay. */
export interface ExceptionsTable {
  id: Generated<number>;
  version: Version;
  rule: Text;
  /** What people read: 'Over daily limit'. */
  rule_name: Text;
  /** 'Open', 'Explained' or 'Dismissed'. */
  state: Text;
  authentication_id: Text;
  txn_date: Text;
  card_number: Text;
  company_name: Text;
  station_number: Text;
  figure: Text;
  /** The limit; `limit` is a word of SQL. */
  allowed: Text;
  reason: Text;
  settled_by: Text;
  settled_at: Text;
  created_at: Text;
  updated_at: Text;
  transaction_id: Ref;
  card_id: Ref;
  company_id: Ref;
}

export interface ImportRowsTable {
  sheet: Text;
  cells: Text;
  status: Text;
  message: Text;
  import_id: Whole;
  position: Whole;
  row_number: Whole;
}

export interface IdempotencyKeysTable {
  scope: Text;
  key: Text;
  request_hash: Text;
  state: Text;
  lease_until: Text;
  response_headers: Text;
  response_body: Text;
  created_at: Text;
  response_status: Whole;
}

/** E-mails of the last hour; older ones go when another one is sent. */
export interface SentEmailsTable {
  id: Generated<number>;
  at: Text;
  /** Of an e-mail that was sent under an Idempotency-Key: its scope and key; '' without one. */
  call: Text;
  invoice_id: Ref;
  user_id: Ref;
  /** The report that was sent, with its choices; '' for an invoice. */
  report: Text;
}

/** The reports of nights that were handed in; each run of a user once. */
export interface NightsTable {
  user_id: number;
  /** What the run is known by: a hash that its command makes. */
  run: string;
  at: string;
  /** JSON as it was handed in. */
  content: string;
}

export interface AuditTable {
  id: Generated<number>;
  at: Text;
  actor: Text;
  acting_as: Text;
  action: Text;
  resource: Text;
  record_id: Text;
  changes: Text;
  request_id: Text;
  /** Address that sent the call. */
  address: Text;
  /** Of a repeated refusal, the last one. */
  last_at: Text;
  times: Generated<number>;
  actor_id: Ref;
  /** Of a refusal: what counts as the same one (AUTH-13). */
  refusal_key: NullableText;
  /** Core's kind of the action, to filter by (SHELL-14). */
  kind: Text;
  /** Number or name of the record at that time: '…0012', 'INV-1042'. */
  label: Text;
  /** The company whose users may see the event; null if it is for staff alone. */
  company_id: Ref;
  /** The company that the record left by it, whose users see that much. */
  left_company_id: Ref;
  /** The status that an event on an invoice or a payment left the invoice in; '' for others. */
  invoice_status: Text;
}

/** Further records of an event: the invoice of a payment. */
export interface AuditRecordsTable {
  audit_id: Whole;
  /** 'invoices:INV-1042' */
  record: Text;
}
