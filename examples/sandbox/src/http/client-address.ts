import ipaddr from 'ipaddr.js';
import type { AppContext } from './env.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether an address is a trusted proxy. */
export type TrustedProxies = (address: string) => boolean;

/** The one header that the proxies set. */
export const PROXY_HEADERS = ['x-forwarded-for', 'forwarded'] as const;
export type ProxyHeader = (typeof PROXY_HEADERS)[number];

/** Calls within the process have no socket. */
const THIS_PROCESS = '127.0.0.1';

/** Returns IPv4 as IPv4, also from ::ffff:1.2.3.4 of an IPv6 socket; undefined if it isn't an address. */
function parse(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/**
 * Reads TRUST_PROXY: addresses and networks such as 10.0.0.0/8, separated by commas. Throws an error that
 * names the one that is neither.
 */
export function trustedProxies(list: readonly string[]): TrustedProxies {
  const networks = list.map((text): [Address, number] => {
    const address = parse(text);
    if (address) return [address, address.kind() === 'ipv4' ? 32 : 128];
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    throw new Error(
      `TRUST_PROXY must list addresses and networks such as 10.0.0.0/8, not "${text}".`,
    );
  });
  return (text) => {
    const address = parse(text);
    return networks.some(
      ([network, bits]) =>
        address !== undefined && address.kind() === network.kind() && address.match(network, bits),
    );
  };
}

/** Removes port and brackets from '1.2.3.4:567' and '[::1]:567'. */
const bare = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');

const forwardedFor = (header: string): string[] =>
  header.split(',').map((entry) => bare(entry.trim()));

/** Returns the `for` of each hop (RFC 7239); '' for a hop without one. */
const forwarded = (header: string): string[] =>
  (header.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? []).map((hop) => {
    const value = /(?:^|;)\s*for\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;,"]+))/i.exec(hop);
    return bare((value?.[1] ?? value?.[2] ?? '').replaceAll(/\\(.)/g, '$1'));
  });

/**
 * Returns the hops that proxies name, the client's first. If both headers are present and differ, a proxy wrote one
 * of them and the client the other, so neither is trusted. If `only` names the header that the proxies set, the
 * other one always comes from the client.
 */
function hops(c: AppContext, only: ProxyHeader | undefined): readonly string[] {
  const header = (name: ProxyHeader) =>
    only === undefined || only === name ? c.req.header(name) : undefined;
  const [standard, common] = [header('forwarded'), header('x-forwarded-for')];
  const [one, other] = [standard && forwarded(standard), common && forwardedFor(common)];
  if (one && other && one.join() !== other.join()) return [];
  return one || other || [];
}

/**
 * Returns where a call comes from: the socket's address or, behind trusted proxies, the right-most hop that isn't
 * one of them. The client controls everything to the left of it.
 */
export function clientAddress(
  c: AppContext,
  trusted: TrustedProxies,
  header?: ProxyHeader,
): string {
  const socket = parse(c.env?.incoming?.socket.remoteAddress ?? THIS_PROCESS);
  let address = socket?.toString() ?? THIS_PROCESS;
  for (const hop of hops(c, header).toReversed()) {
    const named = parse(hop);
    if (!trusted(address) || named === undefined) break;
    address = named.toString();
  }
  return address;
}

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
