import * as z from 'zod/mini';
import type { Screen } from '../permissions/index.ts';
import type { Account, CompanyProfile, UserProfile } from '../session/session.types.ts';
import { lenientFlag as flag, lenientText as text } from './lenient.ts';

const option = z.catch(z.optional(z.object({ key: text, value: text })), undefined);

/** `GET profile/user`. Rejected if APIResult is present and isn't 1 (PROF-01). */
export const userSchema: z.core.$ZodType<UserProfile> = z.pipe(
  z.object({
    APIResult: z.optional(z.literal(1)),
    id: text,
    profileid: text,
    first_name: text,
    last_name: text,
    email: text,
    profile_img: text,
    isUserEligibleForAccountSwitch: flag,
    country: option,
  }),
  z.transform((wire) => ({
    id: wire.id,
    profileId: wire.profileid,
    firstName: wire.first_name,
    lastName: wire.last_name,
    email: wire.email,
    profileImage: wire.profile_img,
    eligibleForSwitch: wire.isUserEligibleForAccountSwitch,
    country: wire.country,
  })),
);

/** `GET profile/company`. */
export const companySchema: z.core.$ZodType<CompanyProfile> = z.pipe(
  z.object({
    id: text,
    company_name: text,
    company_logo: text,
    is_provider: z.catch(z.optional(z.boolean()), undefined),
  }),
  z.transform(({ is_provider: ofProvider, ...wire }) => ({
    ...{ id: wire.id, name: wire.company_name, logo: wire.company_logo },
    ...(ofProvider !== undefined && { ofProvider }),
  })),
);

const screen = z.object({
  code: z.string(),
  name: text,
  read: flag,
  create: flag,
  update: flag,
  delete: flag,
  download: flag,
});

/** `GET screens?app=FF` (ACC-01). An entry without a code grants nothing and is ignored. */
export const screensSchema: z.core.$ZodType<Screen[]> = z.pipe(
  z.array(z.catch(z.nullable(screen), null)),
  z.transform((screens) => screens.filter((entry) => entry !== null)),
);

const account: z.core.$ZodType<Account> = z.object({ id: text, name: text });

/** `GET switch/active` (AUTH-08). */
export const activeSchema: z.core.$ZodType<{ eligible: boolean; active?: Account | undefined }> =
  z.pipe(
    z.object({ eligible: flag, active: z.nullish(account) }),
    z.transform(({ eligible, active }) => ({ eligible, active: active ?? undefined })),
  );
