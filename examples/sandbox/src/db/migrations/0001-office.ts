import type { Kysely } from 'kysely';
import { createIndex, createKeyedTable, createTable, createUnique } from './tables.ts';

/** Invoices, payments, imports, keys of unsafe calls, and the audit trail. */
export async function createOfficeTables(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'invoices', {
    text: `invoice_number company_name issued_date due_date start_date end_date status currency
      file_name created_at`,
    bigint: 'total_minor due_minor',
    refs: 'company_id',
  });
  await createUnique(db, 'invoices', 'invoice_number');
  await createIndex(db, 'invoices', 'issued_date', 'id');
  await createIndex(db, 'invoices', 'company_id', 'issued_date', 'id');

  await createTable(db, 'payments', {
    text: 'customer_name payment_mode payment_date currency reference created_at',
    bigint: 'amount_minor',
    refs: 'invoice_id company_id created_by',
  });
  await createIndex(db, 'payments', 'payment_date', 'id');
  await createIndex(db, 'payments', 'invoice_id');

  await createTable(db, 'imports', {
    text: `scope provider file_name sha256 fingerprint state lease_until headers message created_at
      finished_at`,
    integer: 'imported duplicates rejected attempt',
    refs: 'user_id acting_company_id',
    nullable: 'key',
  });
  await createUnique(db, 'imports', 'scope', 'key');
  await createIndex(db, 'imports', 'user_id', 'id');
  await createIndex(db, 'imports', 'state', 'lease_until');
  await createKeyedTable(db, 'import_rows', 'import_id position', {
    text: 'sheet cells status message',
    integer: 'import_id position row_number',
  });

  await createKeyedTable(db, 'idempotency_keys', 'scope key', {
    text: 'scope key request_hash state lease_until response_headers response_body created_at',
    integer: 'response_status',
  });

  await createTable(db, 'audit', {
    text: 'at actor acting_as action resource record_id changes request_id',
    refs: 'actor_id',
  });
  await createIndex(db, 'audit', 'at', 'id');
  await createIndex(db, 'audit', 'resource', 'record_id');
}
