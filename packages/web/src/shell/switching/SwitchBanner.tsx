import { MESSAGES } from '@forecourt/core';
import { Icon } from '../../parts/Icon.tsx';
import { useSession } from '../../platform/portal-context.ts';
import { loadSwitchBack, useSwitchBack } from './use-switch-back.ts';
import './switch-banner.css';

/** Shows which account is in use while it isn't the user's own (AUTH-07). */
export function SwitchBanner() {
  const account = useSession()?.actingFor;
  const [leaving, leave] = useSwitchBack();
  if (!account) return null;
  return (
    <section className="switched" aria-label="Switched account">
      <Icon name="user" />
      <p>
        {MESSAGES.switch.banner} <strong>{account.name}</strong>
      </p>
      <button
        type="button"
        className="button"
        disabled={leaving}
        onClick={leave}
        onPointerEnter={() => void loadSwitchBack()}
      >
        {leaving && <span className="spinner" aria-hidden="true" />}
        {MESSAGES.switch.back}
      </button>
    </section>
  );
}
