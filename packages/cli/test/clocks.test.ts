import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFixture, openService, pipelineFile } from './fixture.ts';

const WITH_ALL_CARDS = { demo: { customers: 12, cards: 2000, transactions: 50, invoices: 5 } };
const MINUTE = 60_000;
const DAY = 86_400_000;

afterEach(() => vi.useRealTimers());

/** A service whose clock is right, and a signed-in fixture on a computer whose clock is off by that much. */
async function onClock(offMs: number, work: (of: ReturnType<typeof openFixture>) => Promise<void>) {
  const right = new Date();
  const service = await openService([], { ...WITH_ALL_CARDS, now: () => right });
  const fixture = openFixture(service.url);
  try {
    await fixture.signIn('admin@forecourt.test');
    pipelineFile(fixture, 'file.xlsx', 5);
    // The service's Date header is Node's own, which this leaves alone.
    vi.useFakeTimers({ toFake: ['Date'], now: right.getTime() + offMs });
    await work(fixture);
  } finally {
    vi.useRealTimers();
    fixture.leave();
    await service.close();
  }
}

const minute = (ms: number) => new Date(ms).toISOString().slice(0, 13);

describe("a computer's wrong clock", () => {
  it("TXN-12 rejects no good file: the service's clock judges its dates, and the warning says so", async () => {
    await onClock(-500 * DAY, async (fixture) => {
      const file = fixture.path('file.xlsx');
      const check = ['transactions', 'check', file, '--provider', 'Pipeline'];
      // Nobody else's clock is known offline.
      const offline = await fixture.run(check);
      expect(offline.code).toBe(5);
      expect(offline.stdout).toContain('TXN-DATE-FAR');
      const argv = ['transactions', 'import', file, '--provider', 'Pipeline', '--quiet'];
      const { code, stderr } = await fixture.run(argv);
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /^This computer's clock is wrong: it says (\S+)Z, the service (\S+)Z\.\nDates are judged by the service's clock\. Set this computer's\.\n$/,
      );
      expect(stderr).toContain(`it says ${minute(Date.now())}`);
      expect(stderr).toContain(`the service ${minute(Date.now() + 500 * DAY)}`);
    });
  });

  it('LIST-15 moves no relative day: today is the service’s', async () => {
    await onClock(-500 * DAY, async (fixture) => {
      const service = new Date(Date.now() + 500 * DAY);
      const two = (number: number) => String(number).padStart(2, '0');
      const day = `${service.getFullYear()}-${two(service.getMonth() + 1)}-${two(service.getDate())}`;
      const { stderr } = await fixture.run(['transactions', 'list', '--on', 'today']);
      expect(stderr).toContain(`Days: Time Stamp from ${day} to ${day}.`);
    });
  });

  it('TXN-12 still refuses dates in the future when the clock runs ahead', async () => {
    await onClock(0, async (fixture) => {
      vi.setSystemTime(Date.now() + 800 * DAY);
      const path = pipelineFile(fixture, 'future.xlsx', 6);
      const { code, stdout } = await fixture.run([
        ...['transactions', 'import', path, '--provider', 'Pipeline', '--dry-run'],
      ]);
      expect([code, stdout.includes('TXN-DATE-FAR')]).toEqual([0, false]);
      const sent = await fixture.run(['transactions', 'import', path, '--provider', 'Pipeline']);
      expect(sent.stderr).toContain("This computer's clock is wrong");
      expect(sent.code).toBe(5);
      expect(sent.stdout + sent.stderr).toContain('TXN-DATE-FAR');
    });
  });

  it.each([
    [4 * MINUTE, false],
    [-4 * MINUTE, false],
    [6 * MINUTE, true],
    [-6 * MINUTE, true],
  ])('is named from five minutes on: %d ms', async (offMs, isNamed) => {
    await onClock(offMs, async (fixture) => {
      const { code, stderr } = await fixture.run(['cards', 'list']);
      expect(code).toBe(0);
      expect(stderr.includes("This computer's clock is wrong")).toBe(isNamed);
      const json = await fixture.json(['cards', 'list']);
      expect([json.code, json.stderr]).toEqual([0, '']);
    });
  });
});
