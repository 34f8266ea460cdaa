import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientAddress, networkOf, type ProxyHeader, trustedProxies } from './client-address.ts';
import type { AppEnv } from './env.ts';

async function addressOf(
  socket: string,
  headers: Readonly<Record<string, string>>,
  trusted: readonly string[],
  header?: ProxyHeader,
): Promise<string> {
  const app = new Hono<AppEnv>();
  app.get('/', (c) => c.text(clientAddress(c, trustedProxies(trusted), header)));
  const incoming = { socket: { remoteAddress: socket } };
  return (await app.request('/', { headers }, { incoming } as never)).text();
}

const PROXIES = ['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1'];

describe('where a call comes from', () => {
  it.each([
    ['the socket where nothing is said', '198.51.100.1', {}, '198.51.100.1'],
    ['IPv4 for its form in IPv6', '::ffff:198.51.100.1', {}, '198.51.100.1'],
    [
      'the socket that is no proxy',
      '198.51.100.1',
      { 'x-forwarded-for': '1.1.1.1' },
      '198.51.100.1',
    ],
    ['the hop before a proxy', '10.1.1.1', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    [
      'the right-most hop that is none',
      '10.1.1.1',
      { 'x-forwarded-for': '1.1.1.1, 198.51.100.1:4711, 10.2.2.2' },
      '198.51.100.1',
    ],
    [
      'the standard header, quoted IPv6 with a port',
      '10.1.1.1',
      { forwarded: 'for=1.1.1.1;proto=http, For="[2001:db8::7]:80";by="10.1.1.1"' },
      '2001:db8::7',
    ],
    [
      'a quoted comma is no hop',
      '10.1.1.1',
      { forwarded: 'for=198.51.100.1;host="a, for=1.1.1.1"' },
      '198.51.100.1',
    ],
    ['the proxy for a hidden hop', '10.1.1.1', { forwarded: 'for=_hidden' }, '10.1.1.1'],
    ['the proxy for an odd hop', '192.0.2.1', { 'x-forwarded-for': 'a.b' }, '192.0.2.1'],
    [
      'the proxy where two headers differ',
      '10.1.1.1',
      { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '198.51.100.1' },
      '10.1.1.1',
    ],
    [
      'both headers that agree',
      '2001:db8:ffff::1',
      { forwarded: 'for=198.51.100.1', 'x-forwarded-for': '198.51.100.1' },
      '198.51.100.1',
    ],
  ])('AUTH-12 takes %s', async (_what, socket, headers, address) => {
    expect(await addressOf(socket, headers, PROXIES)).toBe(address);
  });

  it.each([
    ['x-forwarded-for', '198.51.100.1'],
    ['forwarded', '1.1.1.1'],
    [undefined, '10.1.1.1'],
  ] as const)('AUTH-12 believes the one header that is named, %s', async (header, address) => {
    const both = { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '198.51.100.1' };
    expect(await addressOf('10.1.1.1', both, PROXIES, header)).toBe(address);
  });

  it('AUTH-12 names a proxy that is neither address nor network', () => {
    expect(() => trustedProxies(['10.0.0.1', '10.0.0.0/99'])).toThrow(
      'TRUST_PROXY must list addresses and networks such as 10.0.0.0/8, not "10.0.0.0/99".',
    );
    expect(() => trustedProxies(['balancer'])).toThrow('not "balancer"');
  });

  it('AUTH-12 counts an IPv6 network of 64 bits once, and IPv4 addresses each', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('198.51.100.1')).toBe('198.51.100.1');
  });
});
