import { dailyRates, type ProviderFile } from '@forecourt/core';
import { useState } from 'react';
import { useUpload } from '../../views/dialogs/use-upload.ts';
import { useChoicesKeeper, useKeptChoices } from '../../views/form/use-draft.ts';
import { useRateCheck } from './use-rate-check.ts';

const done = () => undefined;

/** Why the rates can't be sent yet, apart from the upload's own conditions. */
function whyNot(
  checking: ReturnType<typeof useRateCheck>,
  accepted: readonly string[],
): string | undefined {
  if (checking.state === 'checking') return 'The file is being checked.';
  if (checking.state === 'failed') return 'Choose a file that can be read.';
  if (checking.state === 'idle') return undefined;
  if (checking.report.acceptedRows === 0) return 'No row of this file can be taken.';
  const open = checking.doubts.some(({ rule }) => !accepted.includes(rule));
  return open ? 'Accept the findings of the check, or choose another file.' : undefined;
}

/** The upload of daily rates, including the check before it. */
export function useRates() {
  const [view, send] = useUpload(dailyRates, done, useKeptChoices('rates'));
  const [file, setFile] = useState<ProviderFile>();
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const provider = String(view.data.draft.provider ?? '');
  useChoicesKeeper('rates', { provider }, provider !== '' && view.status !== 'done');
  const wellFormed = 'needs' in view && view.needs.every(({ answered }) => answered);
  const kept = view.status === 'pending' && view.busy;
  const checking = useRateCheck(wellFormed || kept ? file : undefined, provider);
  const accept = (rules: readonly string[]) => {
    setAccepted(rules);
    send({ type: 'field.changed', name: 'accept', value: rules.join(',') });
  };
  const answer = (name: string, value: unknown) => {
    if (name === 'file') setFile(value as ProviderFile);
    send({ type: 'field.changed', name, value });
    if (accepted.length > 0) accept([]);
  };
  return { view, send, checking, accepted, accept, answer, why: whyNot(checking, accepted) };
}
