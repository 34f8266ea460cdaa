import { type Client, signOut } from '@forecourt/core';
import { forgetDrafts } from '../platform/drafts.ts';
import { endHistoryOwner } from '../platform/history-owner.ts';
import { startAnew } from '../platform/start-anew.ts';

/**
 * Ends the session, at the service too, and starts anew at the root; nothing of it stays in this tab (AUTH-05,
 * AUTH-11). A service that is away or slow delays it by two seconds at most.
 */
export async function logOut(client: Client): Promise<void> {
  // The root first: what shows next must not take this page for one that was asked for.
  history.replaceState(null, '', '/');
  forgetDrafts();
  endHistoryOwner();
  await signOut(client);
  startAnew();
}
