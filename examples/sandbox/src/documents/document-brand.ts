import { readFile } from 'node:fs/promises';
import { type BrandConfig, type BrandSender, BUILT_IN_BRANDS, matchBrand } from '@forecourt/core';
import { COLOURS } from './colours.ts';
import { PROVIDER } from './provider.ts';

type Sender = Required<Omit<BrandSender, 'name' | 'accounts'>> & {
  readonly accounts: Readonly<Record<'CAD' | 'USD', string>>;
};

/** How documents and e-mails present their sender. */
export interface DocumentBrand {
  /** At the head of a page: 'Harbour Petroleum'. */
  readonly name: string;
  /** Who bills: the sender's name; without one, the provider's full name for its own brand, else the brand's name. */
  readonly issuer: string;
  /** Address, contact, tax numbers and accounts: the brand's, else the provider's. */
  readonly sender: Sender;
  /** Six-digit hex. */
  readonly colour: string;
}

/** Light accents of the portal's built-in themes. */
const BUILT_IN_COLOURS: Readonly<Record<string, string>> = {
  forecourt: COLOURS.brand,
  harbour: '#1a5aa8',
  prairie: '#94400f',
  northline: '#5b35b0',
};
const HEX = /^#[0-9a-f]{6}$/i;

const isBrand = (entry: unknown): entry is BrandConfig => {
  const { hosts, id, name } = (entry ?? {}) as Partial<Record<keyof BrandConfig, unknown>>;
  return typeof id === 'string' && typeof name === 'string' && Array.isArray(hosts);
};

/** Reads the brands of the deployment's file each time; the built-in ones if it has none or can't be read. */
export async function brandsOf(brandsFile: string | undefined): Promise<readonly BrandConfig[]> {
  if (brandsFile === undefined) return BUILT_IN_BRANDS;
  try {
    const listed: unknown = JSON.parse(await readFile(brandsFile, 'utf8'));
    const brands = Array.isArray(listed) ? listed.filter(isBrand) : [];
    return brands.length > 0 ? brands : BUILT_IN_BRANDS;
  } catch {
    return BUILT_IN_BRANDS;
  }
}

/** Returns the id of the called portal's brand, as stored with companies: '' for the default one. */
export async function brandOfHost(brandsFile: string | undefined, url: string): Promise<string> {
  const brands = await brandsOf(brandsFile);
  const id = matchBrand(brands, new URL(url).host)?.id ?? '';
  return id === matchBrand(brands, '')?.id ? '' : id;
}

/** The texts of the deployment's file, which may contain anything. */
function senderOf(of: BrandSender | undefined): Sender {
  const own = typeof of === 'object' && of !== null ? of : {};
  const text = (value: unknown, otherwise: string) =>
    typeof value === 'string' && value.trim() !== '' ? value : otherwise;
  const lines = Array.isArray(own.address)
    ? own.address.filter((it) => typeof it === 'string')
    : [];
  return {
    address: lines.length > 0 ? lines : PROVIDER.address,
    phone: text(own.phone, PROVIDER.phone),
    email: text(own.email, PROVIDER.email),
    taxNumber: text(own.taxNumber, PROVIDER.taxNumber),
    quebecTaxNumber: text(own.quebecTaxNumber, PROVIDER.quebecTaxNumber),
    cheques: text(own.cheques, PROVIDER.cheques),
    accounts: {
      CAD: text(own.accounts?.CAD, PROVIDER.accounts.CAD),
      USD: text(own.accounts?.USD, PROVIDER.accounts.USD),
    },
  };
}

function present({ colors, id, name, sender }: BrandConfig): DocumentBrand {
  const [own] = colors?.accent ?? [];
  const colour = own !== undefined && HEX.test(own) ? own : BUILT_IN_COLOURS[id];
  const legal = typeof sender?.name === 'string' ? sender.name.trim() : '';
  const issuer = legal || (id === 'forecourt' ? PROVIDER.name : name);
  return { name, issuer, sender: senderOf(sender), colour: colour ?? COLOURS.brand };
}

/** The brand of documents if the deployment has none. */
export const PROVIDER_BRAND: DocumentBrand = {
  name: 'Forecourt',
  issuer: PROVIDER.name,
  sender: senderOf(undefined),
  colour: COLOURS.brand,
};

/** Returns the brand with that id; the default one for '' or an id that the deployment no longer has (INV-13). */
export async function documentBrand(
  brandsFile: string | undefined,
  id: string,
): Promise<DocumentBrand> {
  const brands = await brandsOf(brandsFile);
  const found = brands.find((brand) => brand.id === id) ?? matchBrand(brands, '');
  return found ? present(found) : PROVIDER_BRAND;
}
