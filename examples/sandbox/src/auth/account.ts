import { type MenuAccess, type Screen, toMenuAccess } from '@forecourt/core';

/** Who calls, and as whom. */
export interface Account {
  readonly userId: number;
  readonly email: string;
  readonly role: string;
  /** The only company whose records are visible; null for staff acting as themselves. */
  readonly companyId: number | null;
  /** Set while switched into a company's account. */
  readonly actingAs: { readonly id: number; readonly name: string } | null;
  readonly maySwitch: boolean;
  readonly screens: readonly Screen[];
  readonly access: MenuAccess;
  readonly tokenHash: string;
}

/** Staff see every company's records. */
export const isStaff = ({ companyId }: Pick<Account, 'companyId'>): boolean => companyId === null;

/** What an account may do by its screens; a company's user nothing that is for staff (ACC-04). */
export const accessOf = (
  screens: readonly Screen[],
  account: Pick<Account, 'companyId'>,
): MenuAccess => toMenuAccess(screens, { ofProvider: isStaff(account) });
