import type { Explanation } from '@forecourt/core';

const SOURCES: Readonly<Record<Explanation['source'], string>> = {
  session: 'the sign-in itself',
  flag: "the screen's flag",
  missing_screen: 'a screen that this account lacks',
  profile_default: 'the default for the own profile',
  company: "the company: it is for the provider's staff",
};

/** The explanation of a right, flattened for `--json` and tables (ACC-05). */
export function explanation({ action, decision, needs, source, rights }: Explanation) {
  const needed = needs === 'session' ? undefined : needs;
  return {
    action,
    allowed: decision.allowed,
    reason: decision.allowed ? undefined : decision.reason.message,
    needs: needed
      ? `${needed.right} on screen ${needed.screen}${needed.staff ? ', as staff of the provider' : ''}`
      : 'a sign-in',
    menu: needed?.menu,
    right: needed?.right,
    screen: needed?.screen,
    source: SOURCES[source],
    rights: needed ? rights : undefined,
  };
}
