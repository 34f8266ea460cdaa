/** The door of @forecourt/core/testing: for tests of integrators and of this project. */

export {
  createFakeTransport,
  type FakeAnswer,
  type FakeRoute,
  type FakeTransport,
  type RecordedCall,
} from './fake-transport.ts';
export { ALL_SCREENS, FAKE_BASE_URL, FULL_ACCESS, problem, signedInState } from './fixtures.ts';
export { recordViews, type ViewRecord } from './record-views.ts';
