import './platform/no-eval.ts';
import { LOGIN_MESSAGES } from '@forecourt/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadBrand, wearBrand } from './brand/brand.ts';
import { wearColorScheme } from './brand/color-scheme.ts';
import { askedRoute } from './platform/asked-route.ts';
import { keepOpenForms, ownDrafts, takeKeptRoute } from './platform/drafts.ts';
import { historyOwnerOf } from './platform/history-owner.ts';
import { loadOwnResources } from './platform/own-resources.ts';
import { portalClient } from './platform/portal-client.ts';
import { PortalContext, showSession } from './platform/portal-context.ts';
import { sessionEnd } from './platform/session-end.ts';
import { browserSessionStore, watchOtherTabs } from './platform/session-store.ts';
import { startAnew } from './platform/start-anew.ts';
import { Root } from './root.tsx';
import { Toasts } from './shell/Toasts.tsx';
import './theme/tokens.css';
import './theme/base.css';
import './parts/parts.css';

wearColorScheme();
// Routes and menus are made of the resources that are known by then.
const [brand] = await Promise.all([loadBrand(location.host), loadOwnResources()]);
await wearBrand(brand);

const client = portalClient(browserSessionStore);
ownDrafts(client.session.current);
client.session.subscribe(ownDrafts);
// A sign-out in another tab ends the session here too; keeps what was typed, as when the service
// ends it (AUTH-09).
watchOtherTabs({
  onEnded: () => {
    sessionEnd.note(LOGIN_MESSAGES.endedElsewhere);
    client.session.end();
  },
  onReplaced: () => {
    keepOpenForms();
    startAnew();
  },
});

// After a sign-in in another tab, returns to the route where this tab's session ended (SHELL-06).
if (location.pathname === '/' && client.session.current) {
  const asked = askedRoute.take(historyOwnerOf(client.session.current));
  if (asked) history.replaceState(null, '', asked);
}
// Back in the account whose form was open when another tab switched, to that form.
const kept = takeKeptRoute();
if (kept) history.replaceState(null, '', kept);

const home = document.getElementById('portal');
if (!home) throw new Error('The page has no #portal element.');
createRoot(home).render(
  <StrictMode>
    <PortalContext value={{ client, brand, shown: showSession(client.session) }}>
      <Toasts>
        <Root />
      </Toasts>
    </PortalContext>
  </StrictMode>,
);
