import { type BrandConfig, BUILT_IN_BRANDS, documentTitle, matchBrand } from '@forecourt/core';

const isBrand = (value: unknown): value is BrandConfig => {
  const brand = value as Partial<BrandConfig> | null;
  return (
    typeof brand?.id === 'string' &&
    typeof brand.name === 'string' &&
    typeof brand.logo === 'string' &&
    typeof brand.favicon === 'string' &&
    Array.isArray(brand.hosts)
  );
};

async function fetchBrands(): Promise<readonly BrandConfig[]> {
  const answer = await fetch('/brands.json');
  const list: unknown = answer.ok ? await answer.json() : [];
  return Array.isArray(list) ? list.filter(isBrand) : [];
}

/**
 * Loads the brand of this host. A deployment without a usable brand list gets the built-in one
 * (SHELL-09).
 */
export async function loadBrand(host: string): Promise<BrandConfig> {
  const brands = await fetchBrands().catch(() => []);
  const brand = matchBrand(brands, host) ?? matchBrand(BUILT_IN_BRANDS, host);
  if (!brand) throw new Error('There is no brand to show: the built-in list is empty.');
  return brand;
}

/** Applies a brand's title, favicon and theme to the document. */
export async function wearBrand(brand: BrandConfig): Promise<void> {
  const root = document.documentElement;
  document.title = documentTitle(brand);
  document.querySelector('link[rel="icon"]')?.setAttribute('href', brand.favicon);
  root.dataset.brand = brand.id;
  if (brand.colors) (await import('./apply-colors.ts')).applyColors(brand);
}
