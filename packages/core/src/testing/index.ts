/**
 * Public entry of @forecourt/core/testing: fakes, fixtures and recorders for tests, both integrators' and
 * this project's. Nothing here belongs in production code.
 *
 * @module
 */

export {
  createFakeTransport,
  type FakeAnswer,
  type FakeRoute,
  type FakeTransport,
  type RecordedCall,
} from './fake-transport.ts';
export { ALL_SCREENS, FAKE_BASE_URL, FULL_ACCESS, problem, signedInState } from './fixtures.ts';
export { recordViews, type ViewRecord } from './record-views.ts';
