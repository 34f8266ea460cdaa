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
  created_at: Text;
  finished_at: Text;
  imported: Whole;
  duplicates: Whole;
  rejected: Whole;
  attempt: Whole;
  user_id: Ref;
  acting_company_id: Ref;
  key: NullableText;
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
  /** Where the call came from. */
  address: Text;
  /** Of a repeated refusal, the last one. */
  last_at: Text;
  times: Generated<number>;
  actor_id: Ref;
  /** Of a refusal: what counts as the same one (AUTH-13). */
  refusal_key: NullableText;
}
