import * as z from 'zod/mini';
import { flag, labelled, text } from '../../resource/wire-values.ts';

/** The complete profile of the signed-in user (PROF-01). */
export const profileSchema = z.object({
  id: text(),
  profileid: text(),
  first_name: text(),
  middle_name: text(),
  last_name: text(),
  email: text(),
  phone: text(),
  phone2: text(),
  /** yyyy-MM-dd. */
  dob: text(),
  address1: text(),
  country: labelled(),
  state: labelled(),
  city: labelled(),
  postal_code: text(),
  profile_img: text(),
  isUserEligibleForAccountSwitch: flag(),
});

/**
 * The complete profile of the signed-in user.
 * @useDeclaredType
 */
export interface Profile extends z.output<typeof profileSchema> {}
