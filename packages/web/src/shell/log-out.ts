import { type Client, signOut } from '@forecourt/core';
import { forgetDrafts } from '../platform/drafts.ts';
import { endEra } from '../platform/era.ts';
import { startAnew } from '../platform/start-anew.ts';

/** Ends the session and starts anew at the root; nothing of it stays in this tab (AUTH-05). */
export function logOut(client: Client): void {
  // The root first: what shows next must not take this page for one that was asked for.
  history.replaceState(null, '', '/');
  forgetDrafts();
  endEra();
  signOut(client);
  startAnew();
}
