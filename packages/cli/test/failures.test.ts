import { PASSWORD } from '@forecourt/sandbox';
import { describe, expect, it } from 'vitest';
import { type Fixture, openFixture, pipelineFile, textOf, withFaults } from './fixture.ts';

const CARDS = 'GET /api/v1/fuel-card-management';
const QUICK = ['--timeout', '2'];

const errorOf = (stderr: string) => JSON.parse(stderr).error;

describe('a failing service', () => {
  it('ends with 7 if nobody answers, and says where to look', async () => {
    const fixture = openFixture('http://127.0.0.1:1/api/v1');
    const argv = ['login', '--email', 'a@b.test', '--password-stdin', ...QUICK];
    const { code, stderr } = await fixture.run(argv, { stdin: PASSWORD });
    expect(code).toBe(7);
    expect(stderr).toMatch(/can't be reached at http:\/\/127\.0\.0\.1:1[\s\S]*forecourt doctor/);
    fixture.leave();
  });

  it.each([
    [{ kind: 'status', value: 401 }, 3, 'http_401'],
    [{ kind: 'status', value: 403 }, 4, 'http_403'],
    [{ kind: 'status', value: 422 }, 5, 'http_422'],
    [{ kind: 'status', value: 429 }, 7, 'http_429'],
    [{ kind: 'status', value: 500 }, 7, 'http_500'],
    [{ kind: 'status', value: 503 }, 7, 'http_503'],
    [{ kind: 'drop-before' }, 7, 'network'],
    [{ kind: 'truncate' }, 7, undefined],
    [{ kind: 'body', value: '<html>Sign in to the guest network</html>' }, 7, 'unreadable'],
    [{ kind: 'latency', value: 4_000 }, 7, 'timeout'],
  ] as const)('ERR-01 %j ends with %i and one error document', async (fault, exit, reported) => {
    await withFaults([{ match: CARDS, ...fault }], async (fixture) => {
      const { code, stdout, stderr } = await fixture.run(['cards', 'list', '--json', ...QUICK]);
      expect([code, stdout]).toEqual([exit, '']);
      const { operation, ok } = JSON.parse(stderr);
      expect({ ok, operation }).toEqual({ ok: false, operation: 'cards.list' });
      if (reported) expect(errorOf(stderr).code).toBe(reported);
    });
  });

  it.each([
    [
      ['cards', 'list'],
      CARDS,
      "Check the service's address (`forecourt config get base-url`); it may be one of a service without this list.",
    ],
    [
      ['cards', 'get', '7'],
      `${CARDS}/7`,
      "Check the id, and the service's address (`forecourt config get base-url`).",
    ],
  ])(
    'ERR-01 a 404 says to check an id only where one was given: %j',
    async (argv, match, advice) => {
      await withFaults([{ match, kind: 'status', value: 404 }], async (fixture) => {
        const { stderr } = await fixture.run([...argv, ...QUICK]);
        expect(stderr).toContain(`\n${advice}\n`);
      });
    },
  );

  it('is called again if a retry helps', async () => {
    await withFaults([{ match: CARDS, kind: 'status', value: 503, first: 1 }], async (fixture) => {
      const { code, stderr } = await fixture.run(['cards', 'list', '--verbose']);
      expect(code).toBe(0);
      expect(stderr).toMatch(/503[\s\S]*attempt 2/);
    });
  });

  it('AUTH-09 discards a sign-in that the service no longer accepts', async () => {
    await withFaults([{ match: CARDS, kind: 'status', value: 401, first: 1 }], async (fixture) => {
      expect((await fixture.run(['cards', 'list'])).code).toBe(3);
      const { code, stderr } = await fixture.run(['cards', 'list']);
      expect([code, stderr.includes('Nobody is signed in')]).toEqual([3, true]);
    });
  });

  it('ACC-05 names the missing right in a refusal', async () => {
    await withFaults([], async (fixture) => {
      await fixture.run(['login', '--email', 'nobody@forecourt.test', '--password-stdin'], {
        stdin: PASSWORD,
      });
      const { code, stderr } = await fixture.run(['cards', 'list']);
      expect(code).toBe(4);
      expect(stderr).toMatch(/read on screen FCM/);
    });
  });
});

describe('an interrupt', () => {
  it('exits with 130 immediately', async () => {
    await withFaults([{ match: CARDS, kind: 'latency', value: 5_000 }], async (fixture) => {
      const started = performance.now();
      const { code, stderr } = await fixture.json(['cards', 'list'], {
        signal: AbortSignal.timeout(100),
      });
      expect([code, errorOf(stderr).code]).toEqual([130, 'interrupted']);
      expect(performance.now() - started).toBeLessThan(3_000);
    });
  });
});

describe('secrets', () => {
  const CARD = '7076850000001234';
  const TOKEN = 'planted-token-5c1fe0a7';

  const everything = (ran: { stdout: string; stderr: string }) => ran.stdout + ran.stderr;

  it('WIRE-03 never appear in errors or traces, whatever the service answers', async () => {
    const body = JSON.stringify({ detail: `card ${CARD} and Bearer ${TOKEN} were refused` });
    const faults = [{ match: CARDS, kind: 'body', value: body } as const];
    await withFaults(faults, async (fixture: Fixture) => {
      const stored = textOf(fixture.path('config/credentials/default.json'));
      const { authorization } = JSON.parse(stored).session;
      const argv = ['cards', 'list', '--verbose', '--filter', `card_number:${CARD}`];
      for (const flags of [[], ['--json']]) {
        const reported = everything(await fixture.run([...argv, ...flags]));
        expect(reported).toContain('fuel-card-management');
        expect(reported).not.toContain(CARD);
        expect(reported).not.toContain(TOKEN);
        expect(reported).not.toContain(authorization.replace('Bearer ', ''));
      }
    });
  });

  it('WIRE-03 include no password or token, even with --verbose', async () => {
    await withFaults([], async (fixture) => {
      const argv = ['login', '--email', 'admin@forecourt.test', '--password-stdin', '--verbose'];
      const wrong = await fixture.run(argv, { stdin: 'planted-password-91' });
      expect(everything(wrong)).not.toContain('planted-password-91');
      const env = { FORECOURT_TOKEN: TOKEN };
      for (const command of [['whoami'], ['doctor'], ['config', 'list'], ['cards', 'list']]) {
        const ran = await fixture.run([...command, '--verbose'], { env });
        expect(everything(ran)).not.toContain(TOKEN);
      }
    });
  });

  it('WIRE-03 include no card number from a file name or a fault of a file', async () => {
    await withFaults([], async (fixture) => {
      const path = pipelineFile(fixture, `${CARD}.xlsx`);
      const argv = ['transactions', 'check', path, '--provider', 'ESSO', '--json'];
      expect((await fixture.run(argv)).stderr).not.toContain(CARD);
    });
  });
});
