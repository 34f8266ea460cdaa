import type {
  AttachmentsTable,
  CardAssignmentsTable,
  CardsTable,
  ListedTypesTable,
  ProductSumsTable,
  PurchaseSumsTable,
  RatesTable,
  SalesSumsTable,
  StationsTable,
  TransactionLinesTable,
  TransactionsTable,
  TruckCarePurchasesTable,
} from './schema-fleet.ts';
import type {
  AuditRecordsTable,
  AuditTable,
  ExceptionsTable,
  IdempotencyKeysTable,
  ImportRowsTable,
  ImportsTable,
  InvoiceChangesTable,
  InvoicesTable,
  MigrationFindingsTable,
  NightsTable,
  PaymentsTable,
  SentEmailsTable,
} from './schema-office.ts';
import type {
  CompaniesTable,
  CustomersTable,
  KnownAddressesTable,
  LoginAttemptsTable,
  MarkupsTable,
  ProviderCompaniesTable,
  ScreensTable,
  ServiceSecretsTable,
  SessionsTable,
  UserRightsTable,
  UsersTable,
  ViewsTable,
} from './schema-people.ts';
import type {
  CompanyRows,
  CustomerRows,
  MarkupRows,
  PaymentRows,
  RateChangeRows,
  RateRows,
  SmartBuyRows,
  TruckCareRows,
  UserRows,
} from './schema-rows.ts';

/** All tables and views; `migrations/` makes them. */
export interface Schema {
  companies: CompaniesTable;
  customers: CustomersTable;
  provider_companies: ProviderCompaniesTable;
  markups: MarkupsTable;
  users: UsersTable;
  screens: ScreensTable;
  user_rights: UserRightsTable;
  sessions: SessionsTable;
  login_attempts: LoginAttemptsTable;
  known_addresses: KnownAddressesTable;
  service_secrets: ServiceSecretsTable;
  cards: CardsTable;
  card_assignments: CardAssignmentsTable;
  listed_types: ListedTypesTable;
  stations: StationsTable;
  transactions: TransactionsTable;
  transaction_lines: TransactionLinesTable;
  attachments: AttachmentsTable;
  purchase_sums: PurchaseSumsTable;
  product_sums: ProductSumsTable;
  sales_sums: SalesSumsTable;
  truck_care_purchases: TruckCarePurchasesTable;
  exceptions: ExceptionsTable;
  rates: RatesTable;
  invoices: InvoicesTable;
  invoice_changes: InvoiceChangesTable;
  payments: PaymentsTable;
  migration_findings: MigrationFindingsTable;
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  idempotency_keys: IdempotencyKeysTable;
  sent_emails: SentEmailsTable;
  nights: NightsTable;
  audit: AuditTable;
  audit_records: AuditRecordsTable;
  views: ViewsTable;
  user_rows: UserRows;
  customer_rows: CustomerRows;
  company_rows: CompanyRows;
  markup_rows: MarkupRows;
  payment_rows: PaymentRows;
  rate_rows: RateRows;
  rate_change_rows: RateChangeRows;
  smart_buy_rows: SmartBuyRows;
  truck_care_rows: TruckCareRows;
}

export type TableName = keyof Schema;
