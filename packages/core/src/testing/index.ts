/**
 * Public entry of @forecourt/core/testing: fakes, fixtures and recorders for tests, both integrators' and
 * this project's, and what holds a backend against the HTTP contract. Nothing here belongs in production code.
 *
 * @module
 */

export { conform } from '../conform/conform.ts';
export type {
  ConformAccount,
  ConformFinding,
  ConformOptions,
  ConformReport,
  PromiseFacts,
  PromiseResult,
  SeenAnswer,
  SentRequest,
} from '../conform/conform.types.ts';
export { type ContractCall, contractCalls } from '../conform/contract-calls.ts';
export { listPromises } from '../conform/promises.ts';
export {
  type ConformBadge,
  conformBadge,
  conformJunit,
  findingLines,
} from '../conform/report-texts.ts';
export { conformSuite, type TestContext, type TestRunner } from '../conform/suite.ts';
export {
  createFakeTransport,
  type FakeAnswer,
  type FakeRoute,
  type FakeTransport,
  type RecordedCall,
} from './fake-transport.ts';
export { ALL_SCREENS, FAKE_BASE_URL, FULL_ACCESS, problem, signedInState } from './fixtures.ts';
export { recordViews, type ViewRecord } from './record-views.ts';
