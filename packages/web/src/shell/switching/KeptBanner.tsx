import { MESSAGES } from '@forecourt/core';
import { useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { accountsWithDrafts, forgetOtherAccounts } from '../../platform/drafts.ts';
import './switch-banner.css';

/** Names the accounts in which something was typed in this tab before another tab switched (AUTH-06). */
export function KeptBanner() {
  const [accounts, setAccounts] = useState(accountsWithDrafts);
  if (accounts.length === 0) return null;
  const { discard: label, kept, ofAccount, ownAccount } = MESSAGES.switch;
  const names = accounts
    .map((account) => (account === undefined ? ownAccount : ofAccount(account)))
    .join(', ');
  const discard = () => {
    forgetOtherAccounts();
    setAccounts([]);
    // The button goes, and would leave the focus nowhere.
    document.querySelector('main')?.focus();
  };
  return (
    <section className="switched" aria-label="Kept input">
      <Icon name="note" />
      <p>{kept(names)}</p>
      <button type="button" className="button" onClick={discard}>
        {label}
      </button>
    </section>
  );
}
