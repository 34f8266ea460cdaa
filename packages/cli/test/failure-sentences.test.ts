import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, openFixture, openService, type Service } from './fixture.ts';
import { type InboxFixture, openInbox, WITH_ALL_CARDS } from './night-fixture.ts';
import { type Action, isLookup, type Line, openLine } from './scripted-line.ts';

let service: Service;
let line: Line;
let fixture: Fixture;
let inbox: InboxFixture;

beforeAll(async () => {
  service = await openService([], WITH_ALL_CARDS);
});
afterAll(() => service.close());
beforeEach(async () => {
  line = await openLine(service.url);
  fixture = openFixture(line.url);
  await fixture.signIn('admin@forecourt.test');
  inbox = openInbox(fixture);
});
afterEach(async () => {
  fixture.leave();
  await line.close();
});

const json = (body: string): Action => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body,
});
const LATER = 'Try again later; `forecourt doctor` looks for the cause.';

describe('an error of a night', () => {
  it.each<[string, Action, string]>([
    ['a stall', 'stall', `There was no answer within 0.5 s. ${LATER}`],
    [
      'cut JSON',
      json('[{"id":'),
      `The answer is broken JSON: it was cut off, or something on the way changed it. ${LATER}`,
    ],
    [
      'an object for a list',
      json('{}'),
      `The answer has another form than expected: the address may be another service's, or of another version. ${LATER}`,
    ],
    [
      'a record without a state',
      json('[{"id":"1"}]'),
      `The answer has no readable 0.state: the address may be another service's, or of another version. ${LATER}`,
    ],
    [
      '404 of the service',
      {
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
        body: '{"status":404,"title":"Not found","detail":"GET /imports was not found."}',
      },
      "Check the service's address (`forecourt config get base-url`).",
    ],
  ])('TXN-13 ERR-01 reads as sentences: %s', async (_, action, end) => {
    inbox.pipeline('a.xlsx', 2800, 5);
    line.script = (call) => (isLookup(call) ? action : 'pass');
    const { document } = await fixture.json([...inbox.argv, '--timeout', '0.5']);
    const { files } = document as { files: readonly { message: string }[] };
    const [{ message = '' } = {}] = files;
    expect(message.endsWith(end) ? end : message).toBe(end);
    expect(message).not.toMatch(/Invalid input|[^.!?:;)] Try again|Check the id/);
  });
});
