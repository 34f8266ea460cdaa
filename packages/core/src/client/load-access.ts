import { ApiError, sleep } from '../http/outcome.ts';
import { toMenuAccess } from '../permissions/index.ts';
import type { SessionState } from '../session/session.types.ts';
import { activeSchema, companySchema, screensSchema, userSchema } from './account.schema.ts';
import type { Client } from './client.ts';

/** How long to wait for profile, company and eligibility after the screens have arrived, in ms. */
const LATE_MS = 500;

/** A 403 means that this user may not switch accounts (AUTH-08), so it isn't an error here. */
const notEligible = (error: unknown) => {
  if (error instanceof ApiError && error.status === 403)
    return { eligible: false, active: undefined };
  throw error;
};

/**
 * Loads profile, company, screens and switch eligibility in parallel (AUTH-04), stores them and returns the
 * session. Rejects with an `ApiError` if the screens can't be loaded. The other three may fail, or arrive
 * late: whatever is missing half a second after the screens is added to the session later.
 *
 * @param client whose session and connection are used
 * @param signal aborts the call
 * @returns the session as it is now
 */
export async function loadAccess(client: Client, signal?: AbortSignal): Promise<SessionState> {
  const { http, session } = client;
  const authorization = session.authorization();
  // A response to a previous session must not end up in the current one.
  const keep = (change: Partial<SessionState>): SessionState => {
    if (authorization === undefined || session.authorization() !== authorization) {
      throw new ApiError({
        kind: 'http',
        operation: 'screens',
        code: 'not_signed_in',
        message: 'Sign in first.',
      });
    }
    return session.update(change);
  };
  /** Whichever of the two is last makes the access, which depends on both. */
  const keepAccess = (change: Pick<SessionState, 'company' | 'screens'>): SessionState => {
    const { company, screens } = { ...session.current, ...change };
    return keep({ ...change, ...(screens && { access: toMenuAccess(screens, company) }) });
  };
  const get = (path: string) =>
    ({
      operation: path.replace('/', '.'),
      method: 'GET',
      path,
      ...(signal && { signal }),
    }) as const;

  const profile = http
    .json(get('profile/user'), userSchema)
    .then(({ data }) => keep({ user: data }));
  const askEligibility = () =>
    http
      .json(get('switch/active'), activeSchema)
      .then(({ data }) => data, notEligible)
      .then(({ active, eligible }) => keep({ actingFor: active, switchEligible: eligible }));
  // A browser logs a refusal as an error: who was refused in this session asks again once the profile says otherwise.
  const refused = session.current?.switchEligible === false;
  const others = Promise.allSettled([
    profile,
    http
      .json(get('profile/company'), companySchema)
      .then(({ data }) => keepAccess({ company: data })),
    refused
      ? profile.then(({ user }) => (user?.eligibleForSwitch ? askEligibility() : undefined))
      : askEligibility(),
  ]);
  const { data: screens } = await http.json(
    { ...get('screens'), query: [['app', 'FF']] },
    screensSchema,
  );
  keepAccess({ screens });
  const late = new AbortController();
  await Promise.race([others, sleep(LATE_MS, late.signal)]);
  late.abort();
  return keep({});
}
