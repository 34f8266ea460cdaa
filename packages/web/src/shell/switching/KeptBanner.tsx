import { MESSAGES } from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { accountsWithDrafts, forgetOtherAccounts } from '../../platform/drafts.ts';
import './switch-banner.css';

const TEXTS = MESSAGES.switch;

/** Names the accounts in which something was typed in this tab before another tab switched (AUTH-06). */
export function KeptBanner() {
  const [accounts, setAccounts] = useState(accountsWithDrafts);
  if (accounts.length === 0) return null;
  const names = accounts.map((account) => account ?? TEXTS.ownAccount).join(', ');
  const discard = () => {
    forgetOtherAccounts();
    setAccounts([]);
  };
  return (
    <section className="switched" aria-label="Kept input">
      <Icon name="note" />
      <p>{TEXTS.kept(names)}</p>
      <button type="button" className="button" onClick={discard}>
        {TEXTS.discard}
      </button>
    </section>
  );
}
