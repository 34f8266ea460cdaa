import * as z from 'zod/mini';
import { flag, keyed, labelled, rows, text } from '../../resource/wire-values.ts';

const menu = () =>
  z.nullish(z.object({ read: flag(), create: flag(), update: flag(), delete: flag() }));

/** A screen with its rights, in the format of `GET screens`. */
const screen = () =>
  z.object({
    code: z.string(),
    name: z.nullish(z.string()),
    read: flag(),
    create: flag(),
    update: flag(),
    delete: flag(),
    download: flag(),
  });

/** A user, in lists and as a record; never contains a password (USER-06). */
export const userSchema = z.object({
  id: text(),
  /** Used in routes (USER-02). */
  profileid: text(),
  first_name: text(),
  last_name: text(),
  email: text(),
  phone: text(),
  /** By name. */
  role: labelled(),
  country: keyed(),
  province: keyed(),
  city: keyed(),
  /** By name; staff have none. */
  company: labelled(),
  profile_img: text(),
  isUserEligibleForAccountSwitch: flag(),
  manage_users: flag(),
  manage_dashboard: flag(),
  view_users: flag(),
  manage_fuel_cards: flag(),
  view_fuel_cards: flag(),
  view_invoices: flag(),
  manage_money_codes: flag(),
  view_money_codes: flag(),
  approve_money_codes: flag(),
  view_transactions: flag(),
  manage_reports: flag(),
  view_reports: flag(),
  manage_truckcare: flag(),
  /** Sent with a change to take all rights, also those that no flag stands for; never in an answer (USER-07). */
  remove_every_right: flag(),
  customerMenu: menu(),
  markupMenu: menu(),
  userMenu: menu(),
  managecardMenu: menu(),
  reportingMenu: menu(),
  transactionMenu: menu(),
  dailyRatesMenu: menu(),
  invoiceMenu: menu(),
  smartbuyMenu: menu(),
  truckcareMenu: menu(),
  /**
   * All stored rights (USER-07), of which the ten menus show a part. Sent for a single user, not in lists.
   */
  rights: rows(screen()),
});

/**
 * A user.
 * @useDeclaredType
 */
export interface User extends z.output<typeof userSchema> {}
