/**
 * Public entry of @forecourt/core: explicit named exports, one block per folder. `@forecourt/core/provider-files`
 * has the readers of provider files, `@forecourt/core/testing` fakes for tests.
 * @module
 */

// brand
export {
  type BrandConfig,
  type BrandSender,
  BUILT_IN_BRANDS,
  documentTitle,
  matchBrand,
} from './brand/brand.ts';
// client
export {
  type Attachment,
  type AttachmentRequest,
  attachmentPorts,
  downloadAttachment,
  downloadAttachments,
} from './client/attachments.ts';
export { billUnbilled, previewUnbilled, type SeenLines } from './client/bill-unbilled.ts';
export {
  type Client,
  type ClientOptions,
  createClient,
  type ImportLimits,
} from './client/client.ts';
export { countKept } from './client/count-kept.ts';
export { customerPagePorts, customerPageSchema, getCustomerPage } from './client/customer-page.ts';
export { findCustomerByEob } from './client/customers.ts';
export { dashboardPorts, dashboardSchema, getDashboard } from './client/dashboard.ts';
export { digestFile } from './client/digest-file.ts';
export { exportAudit } from './client/export-audit.ts';
export {
  type ExportChoice,
  type ExportPlan,
  exportNote,
  missingIds,
  type PlanOptions,
  planExport,
} from './client/export-plan.ts';
export {
  briefOf,
  type FindOptions,
  type FindPart,
  type FindResult,
  type FoundRecord,
  findEverywhere,
  inOrder,
  type RecordBrief,
} from './client/find-everywhere.ts';
export { findRecords } from './client/find-records.ts';
export {
  BUILT_IN_TABLES,
  downloadImportResult,
  findImport,
  type ImportAnswer,
  type ImportFile,
  type ImportHistory,
  type ImportTables,
  listImports,
  loadImportTables,
  sendImport,
} from './client/imports.ts';
export { findLastChange } from './client/last-change.ts';
export { loadAccess } from './client/load-access.ts';
export { nameRecord } from './client/name-record.ts';
export {
  type HandedFile,
  type HandedNight,
  handInNight,
  MOST_NIGHT_FILES,
} from './client/nights.ts';
export { getOptions } from './client/options.ts';
export { type FoundPlace, getPlace, getPlaces } from './client/places.ts';
export { exportPorts, type KeepFile, listPorts } from './client/ports.ts';
export { accountSwitchPorts, actionPorts, placesPorts } from './client/ports-action.ts';
export { billingPorts, billingRunPorts } from './client/ports-billing.ts';
export { bulkPorts, type RowCall, type RowKeeper } from './client/ports-bulk.ts';
export { type BundleRequest, bundlePorts } from './client/ports-bundle.ts';
export { type ImportPlatform, importAccount, importPorts } from './client/ports-import.ts';
export { loginPorts } from './client/ports-login.ts';
export { optionsFrom, recordPorts } from './client/ports-record.ts';
export { uploadPorts } from './client/ports-upload.ts';
export { previewAction } from './client/preview-action.ts';
export { getProfile } from './client/profile.ts';
export { getRateDays, rateDaysPorts, rateDaysSchema } from './client/rate-days.ts';
export {
  type FilteredQuery,
  neighbourRoute,
  opensRecords,
  type RelatedList,
  recordLink,
  recordRoute,
  relatedLists,
  rowsRoute,
} from './client/record-links.ts';
export {
  createRecord,
  removeRecord,
  type SendOptions,
  updateRecord,
} from './client/records.ts';
export { emailShownReport, previewReportEmail } from './client/report-email.ts';
export { getReport, reportDraft, reportPorts, reportSchema, sendReport } from './client/reports.ts';
export {
  changePassword,
  clientName,
  endOtherSessions,
  endSession,
  getSessions,
  type OpenSession,
} from './client/sessions.ts';
export { authenticate, type Credentials, signIn, signOut } from './client/sign-in.ts';
export { switchAccount, switchBack } from './client/switch-account.ts';
export { loadTrailWords } from './client/trail-words.ts';
export { unmatchedChoices } from './client/unmatched-choices.ts';
export {
  getViews,
  type NamedView,
  type OpenedView,
  openView,
  removeView,
  saveView,
  type ViewContent,
  type ViewToSave,
  viewKey,
  viewNamed,
  viewNameIssue,
} from './client/views.ts';
// exceptions
export {
  EXCEPTION_RULES,
  type ExceptionRule,
  type ExceptionRuleName,
} from './exceptions/exception-rules.ts';
export {
  DEFAULT_THRESHOLDS,
  type ExceptionThresholds,
  parseThresholds,
} from './exceptions/exception-thresholds.ts';
export {
  type ExceptionFinding,
  type JudgedAgainst,
  type JudgedCard,
  type JudgedInTurn,
  type JudgedLine,
  type JudgedPurchase,
  type JudgedRate,
  judgeInTurn,
  judgePurchase,
  type RateOf,
} from './exceptions/judge-purchase.ts';
export { WEEKDAYS, type Weekday } from './format/dates.ts';
// format
export {
  badgeTone,
  cardDigits,
  csvCell,
  csvRows,
  type DayRange,
  DEFAULT_PAGE_SIZE,
  Decimal,
  EMPTY,
  formatDay,
  formatInstant,
  formatMoney,
  formatValue,
  freeFileName,
  groupCard,
  isDay,
  isEmail,
  isInstant,
  knownPageSize,
  localToday,
  MAX_PAGE_SIZE,
  maskCard,
  missingDay,
  namesOf,
  PAGE_SIZES,
  pagerText,
  pageSizes,
  parseRelativeDays,
  parseTyped,
  parseWireInstant,
  RELATIVE_DAYS,
  relativeDays,
  relativeDaysText,
  safeFileName,
  type Tone,
  toWireDay,
  unguarded,
} from './format/index.ts';
export { phoneDigits } from './format/phone.ts';
export { etagOf } from './http/bodies.ts';
export { createHttp } from './http/create-http.ts';
export type * from './http/http.types.ts';
export type {
  Filter,
  FilterMatch,
  ListDialect,
  ListQuery,
  ListRemark,
  Page,
  Sort,
} from './http/list-dialects.ts';
export { filterText, parseFilterText } from './http/list-dialects.ts';
export { NOT_THE_SERVICE } from './http/not-the-service.ts';
export { ApiError, type ApiErrorInit, type ApiErrorKind, type FieldError } from './http/outcome.ts';
export type { FormFields } from './http/transfer.ts';
// messages
export { EXPORT_MESSAGES } from './messages/export-messages.ts';
export {
  CONFLICT_MESSAGES,
  REASON_MESSAGES,
  SAME_PAYMENT_MESSAGES,
} from './messages/form-messages.ts';
export { LOGIN_MESSAGES, PAGE_MESSAGES, required } from './messages/login-messages.ts';
export { MESSAGES } from './messages/messages.ts';
// permissions
export {
  ACTIONS,
  type AccessRefusalCode,
  type Action,
  type BuiltInMenu,
  can,
  canOn,
  type Decision,
  type Explanation,
  explain,
  explainAll,
  type Grants,
  type Menu,
  type MenuAccess,
  type MenuRights,
  type OwnMenu,
  type Refusal,
  type Requirement,
  RIGHTS,
  RIGHTS_NOT_LOADED,
  type Right,
  SCREEN_MENUS,
  SCREEN_NAMES,
  type Screen,
  type ScreenCode,
  screenOf,
  toMenuAccess,
} from './permissions/index.ts';
// provider files: names and types only
export type { CheckIssue, CheckReport, HeldGuard, ProviderFile } from './provider-files/types.ts';
export { RATE_PROVIDERS, TRANSACTION_PROVIDERS } from './provider-files/types.ts';
export type {
  CorrectedFile,
  Correction,
  MadeCorrection,
} from './provider-files/writing/correct-file.ts';
// resource
export { decodeRow } from './resource/decode-row.ts';
export { defineResource } from './resource/define-resource.ts';
export type * from './resource/form.types.ts';
export { checkForm, controlIssue, isInvisible } from './resource/form-rules.ts';
export { withKeys } from './resource/form-values.ts';
export {
  type CurrencyTotal,
  listTotals,
  totalsPath,
} from './resource/list-totals.ts';
export {
  OwnResourceError,
  ownAction,
  ownResources,
  registerResources,
} from './resource/own-registry.ts';
export { ownResource } from './resource/own-resource.ts';
export type * from './resource/own-resource.types.ts';
export { idReference, routeReference } from './resource/record-reference.ts';
export { hasRelativeDays, plainDays } from './resource/relative-filters.ts';
export type * from './resource/resource.types.ts';
export {
  allRows,
  type ExportRequest,
  exportRows,
  getRecord,
  listRows,
  type ResourceTransport,
} from './resource/resource-client.ts';
export { rowLabel } from './resource/row-label.ts';
export { startingDays } from './resource/starting-days.ts';
export { type ShownState, stateOf } from './resource/states.ts';
export {
  columnNamed,
  daysIssue,
  type FilterKind,
  filterKind,
  rangeIssue,
  type TypedFilter,
  type TypedQuery,
  typedFilter,
  typedQuery,
} from './resource/typed-filters.ts';
export { type UnitDefinition, unitOf } from './resource/units.ts';
// resources
export { type AuditEntry, audit } from './resources/audit/audit.resource.ts';
export { cards } from './resources/cards/cards.resource.ts';
export type { Card, DayMap } from './resources/cards/cards.schema.ts';
export { companies } from './resources/companies/companies.resource.ts';
export type { Company } from './resources/companies/companies.schema.ts';
export { customerStatement } from './resources/customers/customers.actions.ts';
export { customers } from './resources/customers/customers.resource.ts';
export type { Customer } from './resources/customers/customers.schema.ts';
export { exceptions } from './resources/exceptions/exceptions.resource.ts';
export type {
  ExceptionDetail,
  PastPurchase,
  PurchaseException,
} from './resources/exceptions/exceptions.schema.ts';
export { invoices } from './resources/invoices/invoices.resource.ts';
export type { Invoice, InvoiceDetail } from './resources/invoices/invoices.schema.ts';
export { INVOICE_STATES } from './resources/invoices/invoices.states.ts';
export {
  type Unbilled,
  type UnbilledLine,
  unbilledSchema,
} from './resources/invoices/unbilled.schema.ts';
export { markups } from './resources/markups/markups.resource.ts';
export type { Markup } from './resources/markups/markups.schema.ts';
export { type MenuEntry, type MenuItem, menuEntries } from './resources/menu.ts';
export { payments } from './resources/payments/payments.resource.ts';
export type { Payment } from './resources/payments/payments.schema.ts';
export {
  type NewPassword,
  newPasswordIssues,
  ownPassword,
} from './resources/profile/own-password.ts';
export { profileForm } from './resources/profile/profile.form.ts';
export { type Profile, profileSchema } from './resources/profile/profile.schema.ts';
export type { RateChange } from './resources/rates/rate-changes.list.ts';
export { rateChanges } from './resources/rates/rate-changes.resource.ts';
export type { StoredRate } from './resources/rates/rates.list.ts';
export { rates } from './resources/rates/rates.resource.ts';
export { dailyRates } from './resources/rates/rates.rules.ts';
export { REFERENCES, type Reference } from './resources/reference/references.ts';
export { findResource, RESOURCES } from './resources/registry.ts';
export {
  columnsIn,
  emailReport,
  generateReport,
  MOST_RECIPIENTS,
  REPORT_KINDS,
  type ReportKind,
  recipientsIn,
  reportIssues,
  typedReport,
} from './resources/reports/reports.rules.ts';
export type { SmartBuy } from './resources/smartbuy/smartbuy.list.ts';
export { smartBuy } from './resources/smartbuy/smartbuy.resource.ts';
export {
  aboutOf,
  describeEvent,
  resultOf,
  type TrailEntry,
  type TrailValue,
  type TrailWords,
} from './resources/trail/describe-event.ts';
export {
  TRAIL_KINDS,
  TRAIL_RESULTS,
  type TrailKind,
  trailKind,
} from './resources/trail/trail.kinds.ts';
export { trail } from './resources/trail/trail.resource.ts';
export type {
  TrailChange,
  TrailEvent,
  TrailEventDetail,
  TrailStep,
} from './resources/trail/trail.schema.ts';
export {
  changedValues,
  requestInWords,
  withoutCardNumbers,
} from './resources/trail/trail-values.ts';
export { transactions } from './resources/transactions/transactions.resource.ts';
export type {
  Transaction,
  TransactionDetail,
} from './resources/transactions/transactions.schema.ts';
export {
  TRUCK_CARE_KINDS,
  TRUCK_CARE_PRODUCTS,
  type TruckCareKind,
} from './resources/truckcare/truck-care-kinds.ts';
export type { TruckCare } from './resources/truckcare/truckcare.list.ts';
export { truckCare } from './resources/truckcare/truckcare.resource.ts';
export {
  ACCESS_LEVELS,
  PERMISSION_FLAGS,
  type PermissionFlag,
  REFERENCE_ROLES,
  USER_MENUS,
} from './resources/users/access.ts';
export { passwordIssue } from './resources/users/password.ts';
export { type PermissionPair, permissionPairs } from './resources/users/permission-pairs.ts';
export { flagsOfUser, screensOfUser } from './resources/users/user-change.ts';
export {
  ADMIN_RIGHTS,
  COMPANY_ADMIN_RIGHTS,
  FLAG_RIGHTS,
  flagsIn,
  rightsAfter,
  rightsBeyond,
  rightsChange,
  rightsFor,
  type ScreenRights,
  type Standing,
} from './resources/users/user-rights.ts';
export { users } from './resources/users/users.resource.ts';
export type { User } from './resources/users/users.schema.ts';
// session
export { createSession, memoryStore } from './session/create-session.ts';
export type {
  Account,
  CompanyProfile,
  Session,
  SessionState,
  SessionStore,
  UserProfile,
} from './session/session.types.ts';
// workflows
export type * from './workflows/account-switch/account-switch.types.ts';
export { accountSwitchWorkflow } from './workflows/account-switch/account-switch.workflow.ts';
export type * from './workflows/action/action.types.ts';
export { actionWorkflow } from './workflows/action/action.workflow.ts';
export {
  billingSummary,
  billingWords,
  isOver,
  PERIOD_NOT_OVER,
} from './workflows/billing/billing.report.ts';
export type * from './workflows/billing/billing.types.ts';
export { billingWorkflow } from './workflows/billing/billing.workflow.ts';
export { runBilling } from './workflows/billing/run-billing.ts';
export { bulkReportCsv, reasonText } from './workflows/bulk/bulk.report.ts';
export type * from './workflows/bulk/bulk.types.ts';
export { bulkWorkflow } from './workflows/bulk/bulk.workflow.ts';
export { hasUnsaved } from './workflows/commands.ts';
export type * from './workflows/dashboard/dashboard.types.ts';
export { dashboardWorkflow } from './workflows/dashboard/dashboard.workflow.ts';
export type * from './workflows/download/download.types.ts';
export { downloadWorkflow } from './workflows/download/download.workflow.ts';
export { toFailure } from './workflows/failure.ts';
export { journalEntry } from './workflows/import/import.journal.ts';
export { isNothingNew } from './workflows/import/import.output.ts';
export {
  becameText,
  enteredText,
  type ImportPart,
  partsOf,
  withoutCompanyText,
} from './workflows/import/import.totals.ts';
export type * from './workflows/import/import.types.ts';
export type { ImportRefusalCode } from './workflows/import/import.view.ts';
export { importWorkflow } from './workflows/import/import.workflow.ts';
export { correctionFields } from './workflows/import/import-fields.ts';
export { type ImportKeyParts, importKey } from './workflows/import/import-key.ts';
export type * from './workflows/list/list.types.ts';
export { listWorkflow } from './workflows/list/list.workflow.ts';
export type * from './workflows/login/login.types.ts';
export { loginWorkflow } from './workflows/login/login.workflow.ts';
export { persist, ResumeError, resume, type SavedRun } from './workflows/persist.ts';
export type * from './workflows/places/places.types.ts';
export { placesWorkflow } from './workflows/places/places.workflow.ts';
export type * from './workflows/rate-days/rate-days.types.ts';
export { rateDaysWorkflow } from './workflows/rate-days/rate-days.workflow.ts';
export type * from './workflows/record/record.types.ts';
export { recordWorkflow } from './workflows/record/record.workflow.ts';
export type * from './workflows/report/report.types.ts';
export { reportWorkflow } from './workflows/report/report.workflow.ts';
export { isSettled } from './workflows/sending.ts';
export type * from './workflows/upload/upload.types.ts';
export { uploadWorkflow } from './workflows/upload/upload.workflow.ts';
export type {
  AnswerEvent,
  AnyView,
  Drivable,
  Failure,
  FieldIssue,
  Need,
  NeedBase,
  View,
} from './workflows/view.ts';
export {
  defineWorkflow,
  type RunMigrations,
  runWorkflow,
  type StartOptions,
  type StateAndContext,
  startWorkflow,
  type Workflow,
  type WorkflowParts,
  type WorkflowRun,
} from './workflows/workflow.ts';
