import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Fixture, openFixture, openService, type Service } from './fixture.ts';
import { type InboxFixture, openInbox, WITH_ALL_CARDS } from './night-fixture.ts';
import { type Line, openLine } from './scripted-line.ts';

/** All follow the hooks: use them in tests and hooks only. */
interface Opened {
  readonly service: Service;
  readonly line: Line;
  readonly fixture: Fixture;
  readonly inbox: InboxFixture;
}

/** Stands for what a hook opens later. */
const following = <Thing extends object>(current: () => Thing): Thing =>
  new Proxy({} as Thing, {
    get: (_, name) => Reflect.get(current(), name),
    set: (_, name, value) => Reflect.set(current(), name, value),
  });

/**
 * A service with all cards for the tests of a file; for each test a line to it whose answers the test scripts, and behind
 * that line the Admin's fixture with an inbox.
 */
export function inboxBehindLine(open = () => openService([], WITH_ALL_CARDS)): Opened {
  let service: Service;
  let line: Line;
  let fixture: Fixture;
  let inbox: InboxFixture;
  beforeAll(async () => {
    service = await open();
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
  return {
    service: following(() => service),
    line: following(() => line),
    fixture: following(() => fixture),
    inbox: following(() => inbox),
  };
}
