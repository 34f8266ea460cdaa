import { Hono } from 'hono';
import { attachmentRoutes } from './attachments/attachment-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { callTrail } from './audit/call-trail.ts';
import { loginRoutes } from './auth/login-routes.ts';
import { profileRoutes } from './auth/profile-routes.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import { findAccount } from './auth/sessions.ts';
import { switchRoutes } from './auth/switch-routes.ts';
import { cardRoutes } from './cards/card-routes.ts';
import { CARD_TYPES } from './cards/card-types.ts';
import { companyRoutes } from './companies/company-routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { statementRoutes } from './customers/statement-routes.ts';
import { summaryRoutes } from './customers/summary-routes.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import { exceptionRoutes } from './exceptions/exception-routes.ts';
import { apiHeaders } from './http/api-headers.ts';
import { clientAddress } from './http/client-address.ts';
import { API_PATH, type AppEnv } from './http/env.ts';
import { answerFailure, answerNotFound, answerUnknown } from './http/failures.ts';
import { refuseMalformedAddress, refuseTwoHosts } from './http/malformed-address.ts';
import { readinessRoute } from './http/readiness.ts';
import { importRoutes } from './imports/import-routes.ts';
import { invoiceFileRoutes } from './invoices/invoice-file-routes.ts';
import { invoiceRoutes } from './invoices/invoice-routes.ts';
import { markupRoutes } from './markups/markup-routes.ts';
import { nightRoutes } from './nights/night-routes.ts';
import { ownRoutes } from './own/own-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { RATE_LIST } from './rates/rate-list.ts';
import { rateRoutes } from './rates/rate-routes.ts';
import { referenceRoutes } from './reference/reference-routes.ts';
import type { StoredType } from './reference/stored-types.ts';
import { reportRoutes } from './reports/report-routes.ts';
import type { Services } from './services.ts';
import { smartBuyRoutes } from './smartbuy/smartbuy-routes.ts';
import { trailRoutes } from './trail/trail-routes.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';
import { truckCareRoutes } from './truckcare/truckcare-routes.ts';
import { userRoutes } from './users/user-routes.ts';
import { viewRoutes } from './views/view-routes.ts';

/** Choices that are the different values of a resource's column (`types?type=PRODUCT`). */
const STORED_TYPES: Readonly<Record<string, StoredType>> = {
  ...CARD_TYPES,
  PRODUCT: { action: 'rates.list', list: RATE_LIST, column: 'product_code' },
};

/** The calls of the contract, for the service and its threads, which have identified the caller. */
export function createApi(): Hono<AppEnv> {
  const api = new Hono<AppEnv>({ strict: false });
  loginRoutes(api);
  profileRoutes(api);
  sessionRoutes(api);
  viewRoutes(api);
  switchRoutes(api);
  referenceRoutes(api, STORED_TYPES);
  userRoutes(api);
  customerRoutes(api);
  statementRoutes(api);
  summaryRoutes(api);
  companyRoutes(api);
  markupRoutes(api);
  cardRoutes(api);
  importRoutes(api);
  transactionRoutes(api);
  exceptionRoutes(api);
  dashboardRoutes(api);
  attachmentRoutes(api);
  invoiceRoutes(api);
  invoiceFileRoutes(api);
  paymentRoutes(api);
  rateRoutes(api);
  smartBuyRoutes(api);
  truckCareRoutes(api);
  nightRoutes(api);
  reportRoutes(api);
  trailRoutes(api);
  auditRoutes(api);
  ownRoutes(api);
  api.all('*', answerUnknown(api, API_PATH));
  return api;
}

/** The complete service. `servePortal` answers everything outside the API. */
export function createApp(
  services: Services,
  servePortal: (app: Hono<AppEnv>) => void,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });
  app.onError(answerFailure);
  app.use('*', apiHeaders(services));
  app.use('*', refuseTwoHosts);
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  readinessRoute(app);
  app.use(`${API_PATH}/*`, refuseMalformedAddress);
  app.use(`${API_PATH}/*`, async (c, next) => {
    c.set('address', clientAddress(c, services.trusted, services.proxyHeader));
    const { account, refusal } = await findAccount(services, c.req.header('authorization'));
    c.set('account', account);
    c.set('refusal', refusal);
    await next();
  });
  app.use(`${API_PATH}/*`, callTrail);
  app.route(API_PATH, createApi());
  app.all('/api/*', answerNotFound);
  servePortal(app);
  app.all('*', answerUnknown(app, ''));
  return app;
}
