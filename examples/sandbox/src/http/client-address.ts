import ipaddr from 'ipaddr.js';
import type { AppContext } from './env.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether an address is one of the proxies whose word is taken. */
export type TrustedProxies = (address: string) => boolean;

/** The one header that the proxies set. */
export const PROXY_HEADERS = ['x-forwarded-for', 'forwarded'] as const;
export type ProxyHeader = (typeof PROXY_HEADERS)[number];

/** Calls within the process have no socket. */
const THIS_PROCESS = '127.0.0.1';

/** IPv4 as IPv4, also where a socket of IPv6 says it as ::ffff:1.2.3.4; undefined for what is no address. */
function parse(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/**
 * Reads TRUST_PROXY: addresses and networks such as 10.0.0.0/8, separated by commas. Throws with the one
 * that is neither.
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

/** '1.2.3.4:567' and '[::1]:567' without port and brackets. */
const bare = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');

const forwardedFor = (header: string): string[] =>
  header.split(',').map((entry) => bare(entry.trim()));

/** The `for` of each hop (RFC 7239); '' where a hop has none. */
const forwarded = (header: string): string[] =>
  (header.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? []).map((hop) => {
    const value = /(?:^|;)\s*for\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;,"]+))/i.exec(hop);
    return bare((value?.[1] ?? value?.[2] ?? '').replaceAll(/\\(.)/g, '$1'));
  });

/**
 * The hops that proxies name, the client's first. Where both headers are there and differ, a proxy wrote
 * only one of them and the client the other: neither is believed. Where `only` names the header that the proxies
 * set, the other one is always the client's own word.
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
 * Where a call comes from: the socket's address or, behind trusted proxies, the right-most hop that is none of
 * them. What stands left of it is the client's own word.
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

/** What counts as one place: an IPv4 address, or the /64 that an IPv6 address has to choose from. */
export function placeOf(address: string): string {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
