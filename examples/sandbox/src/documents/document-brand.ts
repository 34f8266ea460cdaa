import { readFile } from 'node:fs/promises';
import { type BrandConfig, BUILT_IN_BRANDS, matchBrand } from '@forecourt/core';
import { COLOURS } from './colours.ts';
import { PROVIDER } from './provider.ts';

/** How documents and e-mails present their sender. */
export interface DocumentBrand {
  /** At the head of a page: 'Harbour Petroleum'. */
  readonly name: string;
  /** Who bills: the provider's full name for its own brand, else the brand's name. */
  readonly issuer: string;
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

function present({ colors, id, name }: BrandConfig): DocumentBrand {
  const [own] = colors?.accent ?? [];
  const colour = own !== undefined && HEX.test(own) ? own : BUILT_IN_COLOURS[id];
  const issuer = id === 'forecourt' ? PROVIDER.name : name;
  return { name, issuer, colour: colour ?? COLOURS.brand };
}

/** The brand of reports and other documents that belong to no company. */
export const PROVIDER_BRAND: DocumentBrand = {
  name: 'Forecourt',
  issuer: PROVIDER.name,
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
