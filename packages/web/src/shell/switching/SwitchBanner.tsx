import { MESSAGES } from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { usePortal, useSession } from '../../platform/portal-context.ts';
import { useToast } from '../Toasts.tsx';
import './switch-banner.css';

const load = () => import('./switch-back.ts');

/** Says whose account is worked in, as long as it is not the own one (AUTH-07). */
export function SwitchBanner() {
  const { client } = usePortal();
  const account = useSession()?.actingFor;
  const toast = useToast();
  const [leaving, setLeaving] = useState(false);
  if (!account) return null;
  const leave = async () => {
    setLeaving(true);
    try {
      const failure = await (await load()).switchBack(client);
      if (!failure) return;
      toast('bad', failure.message, failure.detail);
    } catch {
      toast('bad', MESSAGES.operationError);
    }
    setLeaving(false);
  };
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
        onPointerEnter={() => void load()}
      >
        {leaving && <span className="spinner" aria-hidden="true" />}
        {MESSAGES.switch.back}
      </button>
    </section>
  );
}
