import { describe, expect, it } from 'vitest';
import { settingsFrom } from './settings.ts';

describe('settings of sign-ins', () => {
  it('AUTH-11 AUTH-12 are read from the environment: hours of sessions, trusted proxies', () => {
    const settings = settingsFrom({
      SESSION_IDLE_HOURS: '0.5',
      SESSION_HOURS: '10',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
    });
    expect(settings.sessions).toEqual({ idleHours: 0.5, hours: 10 });
    expect(settings.trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8']);
  });

  it('AUTH-11 AUTH-12 have defaults of the service, and no proxy is trusted by itself', () => {
    const settings = settingsFrom({});
    expect([settings.sessions, settings.trustProxy]).toEqual([{}, []]);
  });

  it('AUTH-12 name the one header of a proxy that is believed', () => {
    const read = (value: string) => settingsFrom({ TRUST_PROXY_HEADER: value }).trustProxyHeader;
    expect([read('X-Forwarded-For'), read('forwarded'), read('')]).toEqual([
      'x-forwarded-for',
      'forwarded',
      undefined,
    ]);
    expect(() => read('via')).toThrow(
      'TRUST_PROXY_HEADER must be x-forwarded-for or forwarded, the one header that your proxy sets, not "via".',
    );
  });

  it('INV-13 limits e-mails by two settings', () => {
    expect(settingsFrom({}).mailLimits).toEqual({ perInvoice: 3, perAccount: 200 });
    const { mailLimits } = settingsFrom({ EMAILS_PER_INVOICE: '1', EMAILS_PER_ACCOUNT: '50' });
    expect(mailLimits).toEqual({ perInvoice: 1, perAccount: 50 });
    expect(() => settingsFrom({ EMAILS_PER_INVOICE: '0' })).toThrow(
      'EMAILS_PER_INVOICE must be a whole number from 1 to 1000000, not "0".',
    );
  });

  it.each([
    ['SESSION_IDLE_HOURS', '0'],
    ['SESSION_IDLE_HOURS', 'soon'],
    ['SESSION_HOURS', '-1'],
    ['SESSION_HOURS', '9000'],
  ])('AUTH-11 refuses %s=%s, and names it', (name, value) => {
    expect(() => settingsFrom({ [name]: value })).toThrow(
      `${name} must be a number of hours such as 8, not "${value}".`,
    );
  });
});

describe('a replica for exports', () => {
  const primary = 'postgres://forecourt@db:5432/forecourt';

  it('is read from DATABASE_READ_URL', () => {
    const read = (env: object) => settingsFrom({ DATABASE_URL: primary, ...env }).replicaUrl;
    const url = 'postgresql://forecourt@replica:5432/forecourt';
    expect([read({ DATABASE_READ_URL: url }), read({ DATABASE_READ_URL: '' }), read({})]).toEqual([
      url,
      undefined,
      undefined,
    ]);
  });

  it('needs an address of PostgreSQL, and a database that it copies', () => {
    expect(() =>
      settingsFrom({ DATABASE_URL: primary, DATABASE_READ_URL: 'replica:5432' }),
    ).toThrow(
      'DATABASE_READ_URL must be an address such as postgres://user:password@replica:5432/database. Leave it out to read everything from DATABASE_URL.',
    );
    expect(() => settingsFrom({ DATABASE_READ_URL: primary })).toThrow(
      'DATABASE_READ_URL is for a replica of the database at DATABASE_URL, which is not set.',
    );
  });
});
