import { type Client, signOut } from '@forecourt/core';
import { forgetDrafts } from '../platform/drafts.ts';
import { endHistoryOwner } from '../platform/history-owner.ts';
import { startAnew } from '../platform/start-anew.ts';

/** Removes the names of the records that were opened last, of every account in this browser. */
function forgetRecords(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('forecourt.recent.')) localStorage.removeItem(key);
  }
}

/**
 * Ends the session, at the service too, and reloads the portal at the root; nothing of the session
 * remains in this tab (AUTH-05, AUTH-11). A slow or unreachable service delays this by two seconds
 * at most.
 */
export async function logOut(client: Client): Promise<void> {
  // Set the root first, so that this page isn't remembered as the requested route.
  history.replaceState(null, '', '/');
  forgetDrafts();
  endHistoryOwner();
  forgetRecords();
  await signOut(client);
  startAnew();
}
