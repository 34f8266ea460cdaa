import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon } from '../parts/Icon.tsx';

type ToastTone = 'good' | 'warn' | 'bad';

interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
  readonly detail?: string | undefined;
}

type ShowToast = (tone: ToastTone, title: string, detail?: string) => void;

/** How long a toast is visible (FORM-03), in ms. */
const LIFE_MS = 3000;

const ToastContext = createContext<ShowToast>(() => undefined);

export const useToast = (): ShowToast => use(ToastContext);

/** Distance of toasts from what is above them, in px. */
const GAP_PX = 8;

let lastId = 0;

/** Where the page's own buttons end, in px from the top of the window: they may take several lines. */
const toolsEnd = (): number =>
  document.querySelector('.page-head')?.getBoundingClientRect().bottom ?? 0;

/** Toasts at the top right, announced by screen readers. Presses go to what is below them, except on their own button. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const remove = useCallback((id: number) => {
    setToasts((all) => all.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback<ShowToast>(
    (tone, title, detail) => {
      lastId += 1;
      const id = lastId;
      setToasts((all) => [...all, { id, tone, title, detail }]);
      setTimeout(() => remove(id), LIFE_MS);
    },
    [remove],
  );
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // Reopened for each toast, so that it is above any dialog opened since.
    if (toasts.length === 0 || !region.current) return;
    region.current.style.setProperty('--free', `${toolsEnd() + GAP_PX}px`);
    region.current.hidePopover();
    region.current.showPopover();
  }, [toasts]);
  const items = useMemo(
    () =>
      toasts.map(({ id, tone, title, detail }) => (
        <li key={id} className={`toast panel ${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <p>
            <strong>{title}</strong>
            {detail && <span>{detail}</span>}
          </p>
          <button type="button" className="toast-close" onClick={() => remove(id)}>
            <Icon name="close" />
            <span className="unseen">Dismiss</span>
          </button>
        </li>
      )),
    [toasts, remove],
  );
  return (
    <ToastContext value={show}>
      {children}
      <section
        ref={region}
        popover="manual"
        className="toasts"
        aria-label="Notifications"
        aria-live="polite"
      >
        <ul>{items}</ul>
      </section>
    </ToastContext>
  );
}
