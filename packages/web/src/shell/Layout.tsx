/**
 * The frame around every screen. This folder has the top bar, menus, toasts, and the pages for
 * errors and missing rights. A screen's content belongs in `views/` or `screens/`.
 */
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { AskFirst } from './AskFirst.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { KeptBanner } from './switching/KeptBanner.tsx';
import { SwitchBanner } from './switching/SwitchBanner.tsx';
import { TopBar } from './TopBar.tsx';
import './page.css';
import './shell.css';

const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));

/** Loads the code of dialogs once the browser has nothing else to do, so that the first one opens at a press. */
function useDialogsAhead(): void {
  useEffect(() => {
    idle(() => void import('../parts/ConfirmDialog.tsx').catch(() => undefined));
  }, []);
}

/** The bar and the screen; moves the focus to the screen when the path changes. */
export function Layout() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useDialogsAhead();
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [pathname]);
  return (
    <AskFirst>
      <div className="frame">
        <a className="skip button primary" href="#content">
          Skip to content
        </a>
        <div className="top">
          <SwitchBanner />
          <KeptBanner />
          <TopBar />
        </div>
        <main id="content" ref={main} tabIndex={-1}>
          <ScreenBoundary key={pathname}>
            <Suspense fallback={<p className="page quiet">Loading …</p>}>
              <Outlet />
            </Suspense>
          </ScreenBoundary>
        </main>
      </div>
    </AskFirst>
  );
}
