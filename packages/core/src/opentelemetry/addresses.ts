import { baseAddress } from '../http/base-address.ts';
import type { StartedCall } from '../http/http.types.ts';

/** The service and the address of a call, without what a person typed. */
export interface CallAddress {
  readonly host: string;
  readonly port: number | undefined;
  /** '/api/v1/users/{id}': the same for each record, as metrics need it. */
  readonly template: string;
  /** Absolute, with REDACTED for ids and names, and without a query. */
  readonly full: string;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** A word of the contract: 'fuel-transaction', 'getFuelProviderCompany'. Ids have a digit, names capitals or blanks. */
const WORD = /^[a-z][A-Za-z]*(?:[-_][A-Za-z]+)*$/;

/** Whether a part of a call's path says which record or whose name: anything but the contract's own words. */
const isValue = (segment: string, index: number, all: readonly string[]): boolean =>
  segment !== '' && (!WORD.test(segment) || isChosenName(index, all));

/** `views/cards/my-view`: a person chose what follows. */
const isChosenName = (index: number, [first]: readonly string[]): boolean =>
  first === 'views' && index > 1;

const replaced = (path: string, by: string): string =>
  path
    .replace(/^\/+/, '')
    .split('/')
    .map((segment, index, all) => (isValue(segment, index, all) ? by : segment))
    .join('/');

/** Returns where a call goes. Query, credentials, ids and names are left out. */
export function addressOf({ baseUrl, path }: Pick<StartedCall, 'baseUrl' | 'path'>): CallAddress {
  const base = baseAddress(baseUrl);
  const before = (base?.pathname ?? '').replace(/\/+$/, '');
  const port = Number(base?.port) || DEFAULT_PORTS[base?.protocol ?? ''];
  return {
    host: base?.hostname ?? '',
    port,
    template: `${before}/${replaced(path, '{id}')}`,
    full: `${base?.origin ?? ''}${before}/${replaced(path, 'REDACTED')}`,
  };
}
