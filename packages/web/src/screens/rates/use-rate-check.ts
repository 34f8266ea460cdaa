import type { ProviderFile } from '@forecourt/core';
import { useEffect, useState } from 'react';
import { checkRates, type RateCheck } from './rate-check.ts';

export type RateChecking =
  | { readonly state: 'idle' }
  | { readonly state: 'checking' }
  | ({ readonly state: 'checked' } & RateCheck)
  | { readonly state: 'failed'; readonly message: string };

const localDay = (): string => {
  const now = new Date();
  const part = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
};

/** Checks a rate file once it and its provider are chosen; another choice aborts that check. */
export function useRateCheck(file: ProviderFile | undefined, provider: string): RateChecking {
  const [checking, setChecking] = useState<RateChecking>({ state: 'idle' });
  useEffect(() => {
    if (file === undefined || provider === '') return setChecking({ state: 'idle' });
    const leaving = new AbortController();
    setChecking({ state: 'checking' });
    checkRates({ file, provider, today: localDay() }, leaving.signal).then(
      (check) => setChecking({ state: 'checked', ...check }),
      (error: Error) => {
        if (!leaving.signal.aborted) setChecking({ state: 'failed', message: error.message });
      },
    );
    return () => leaving.abort();
  }, [file, provider]);
  return checking;
}
