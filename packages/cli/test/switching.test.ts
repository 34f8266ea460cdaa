import { describe, expect, it } from 'vitest';
import { openService, textOf } from './fixture.ts';
import { fixtureForEach } from './fixture-hooks.ts';

const NORTH = 'North Haul Carriers Ltd.';
const REFUSED = { match: 'GET /api/v1/switch/2', kind: 'status', value: 403 } as const;

const { fixture } = fixtureForEach({
  open: () => openService([REFUSED, { match: 'GET /api/v1/switch/3', kind: 'drop-after' }]),
});

const stored = () => JSON.parse(textOf(fixture.path('config/credentials/default.json')));
const actingFor = async () => {
  const { document } = await fixture.json(['whoami']);
  return (document as { actingFor?: string }).actingFor;
};

describe('switch', () => {
  it('AUTH-06 AUTH-07 acts for an account by its name, then for your own again', async () => {
    const before = stored().session.authorization;
    const { document } = await fixture.json(['switch', 'to', NORTH.toLowerCase()]);
    expect(document).toMatchObject({
      ok: true,
      operation: 'switch.to',
      actingFor: { name: NORTH },
    });
    expect(stored().session.authorization).not.toBe(before);
    expect(await actingFor()).toBe(NORTH);
    const { stdout } = await fixture.run(['whoami']);
    expect(stdout).toContain(`Acting for\t${NORTH}`);
    expect(stdout).toContain(fixture.path('config/credentials/default.json'));
    const companies = new Set(
      (
        (await fixture.json(['cards', 'list', '--size', '50'])).document as {
          items: { company_name: string }[];
        }
      ).items.map(({ company_name }) => company_name),
    );
    expect([...companies]).toEqual([NORTH]);
    expect((await fixture.run(['switch', 'back'])).stdout).toBe('Acting for your own account.\n');
    expect(await actingFor()).toBeUndefined();
  });

  it('AUTH-06 accepts an id, and marks the active account in the list', async () => {
    await fixture.run(['switch', 'to', '1']);
    const { document } = await fixture.json(['switch', 'list']);
    const { items } = document as { items: { id: string; name: string; active: boolean }[] };
    expect(items.filter(({ active }) => active)).toEqual([{ id: '1', name: NORTH, active: true }]);
    expect(items.length).toBeGreaterThan(5);
  });

  it.each([
    [['switch', 'to', 'north'], 2, /no choice 'north'[\s\S]*North Haul/],
    [['switch', 'to'], 2, /Company Name is missing: give <company>/],
    [['switch', 'back'], 2, /in your own account already/],
    [['switch', 'to', '2'], 4, /403|lacks|fault/],
    [['switch', 'to', '3'], 7, /forecourt:/],
  ])('AUTH-06 AUTH-08 %j exits with %i and changes nothing', async (argv, exit, reported) => {
    const before = stored();
    const { code, stderr } = await fixture.run(argv);
    expect([code, stderr]).toEqual([exit, expect.stringMatching(reported)]);
    expect(stored().session.authorization).toBe(before.session.authorization);
    expect(await actingFor()).toBeUndefined();
  });

  it('AUTH-08 is refused with 4 if the account is not eligible', async () => {
    await fixture.signIn('viewer@northhaul.test');
    for (const argv of [['list'], ['to', '1']]) {
      const { code, document } = await fixture.json(['switch', ...argv]);
      expect(code).toBe(4);
      expect(document).toMatchObject({ error: { code: 'not_eligible' } });
    }
  });

  it('AUTH-10 is refused if FORECOURT_TOKEN signs in, because nothing could be stored', async () => {
    const env = { FORECOURT_TOKEN: stored().session.authorization };
    const { code, stderr } = await fixture.run(['switch', 'to', '1'], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('FORECOURT_TOKEN is set')]);
    const { stdout } = await fixture.run(['whoami'], { env });
    expect(stdout).toContain('FORECOURT_TOKEN, not stored');
  });
});
