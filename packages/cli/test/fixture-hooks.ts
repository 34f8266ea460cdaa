import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Fixture, openFixture, openService, type Service } from './fixture.ts';

interface SetUp {
  /** By default, opens a service with a little data and no faults. */
  readonly open?: () => Promise<Service>;
  /** Who is signed in before the tests; null for nobody. By default, the Admin. */
  readonly email?: string | null;
}

/** Both follow the hooks: use them in tests and hooks only. */
interface Opened {
  readonly service: Service;
  readonly fixture: Fixture;
}

function following(service: () => Service, fixture: () => Fixture): Opened {
  return {
    service: {
      get url() {
        return service().url;
      },
      close: () => service().close(),
    },
    fixture: {
      get dir() {
        return fixture().dir;
      },
      run: (...call) => fixture().run(...call),
      json: (...call) => fixture().json(...call),
      signIn: (email) => fixture().signIn(email),
      path: (name) => fixture().path(name),
      leave: () => fixture().leave(),
    },
  };
}

const signedIn = async ({ url }: Service, email: string | null): Promise<Fixture> => {
  const fixture = openFixture(url);
  if (email !== null) await fixture.signIn(email);
  return fixture;
};

const ADMIN = 'admin@forecourt.test';

/** A service and a fixture for all tests of a file together. */
export function fixtureForAll({ open = () => openService(), email = ADMIN }: SetUp = {}): Opened {
  let service: Service;
  let fixture: Fixture;
  beforeAll(async () => {
    service = await open();
    fixture = await signedIn(service, email);
  });
  afterAll(async () => {
    fixture.leave();
    await service.close();
  });
  return following(
    () => service,
    () => fixture,
  );
}

/** A service for all tests of a file, and a new fixture for each. */
export function fixtureForEach({ open = () => openService(), email = ADMIN }: SetUp = {}): Opened {
  let service: Service;
  let fixture: Fixture;
  beforeAll(async () => {
    service = await open();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    fixture = await signedIn(service, email);
  });
  afterEach(() => fixture.leave());
  return following(
    () => service,
    () => fixture,
  );
}
