import { brandsOf } from '../documents/document-brand.ts';
import { type Database, pendingMigrations } from './databases.ts';
import { OperationError } from './trouble.ts';

/** Sets a company's brand, which its invoices use from now on (INV-13). Throws if either is unknown. */
export async function setCompanyBrand(
  { db }: Database,
  brandsFile: string | undefined,
  { brand, company }: { readonly company: string; readonly brand: string },
): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) throw new OperationError('Bring the schema up to date first: migrate.');
  const ids = (await brandsOf(brandsFile)).map(({ id }) => id);
  if (!ids.includes(brand)) {
    throw new OperationError(`There is no brand "${brand}"; the brands are ${ids.join(', ')}.`);
  }
  const [changed] = await db
    .updateTable('companies')
    .set({ brand })
    .where('name', '=', company)
    .execute();
  if (Number(changed?.numUpdatedRows) === 0) {
    throw new OperationError(`There is no company "${company}".`);
  }
}
