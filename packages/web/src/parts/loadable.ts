import { useCallback, useEffect, useState } from 'react';

/** Code that loads when it is needed. */
export interface Loadable<T> {
  /** Undefined until it is loaded. */
  readonly value: T | undefined;
  readonly load: () => Promise<T>;
  /** Loads it ahead, when it is likely to be needed; a failure is left to the use itself. */
  readonly warm: () => void;
}

/** Loads once; a failed attempt is repeated by the next use, unlike React's `lazy`. */
export function loadable<T>(load: () => Promise<T>): Loadable<T> {
  let value: T | undefined;
  let loading: Promise<T> | undefined;
  const once = async () => {
    try {
      value = await load();
      return value;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const start = () => {
    loading ??= once();
    return loading;
  };
  return {
    get value() {
      return value;
    },
    load: start,
    warm: () => void start().catch(() => undefined),
  };
}

/**
 * Loads an export of a module like `loadable`. Chromium keeps that a module could not be loaded as long as the page lives,
 * so another attempt asks for it under another address, which the error names.
 */
export function loadableAgain<Name extends string, T>(
  load: () => Promise<Readonly<Record<Name, T>>>,
  name: Name,
): Loadable<T> {
  let failed: string | undefined;
  let attempts = 0;
  return loadable(async () => {
    try {
      const address = failed && `${failed}?again=${attempts}`;
      attempts += 1;
      const module = await (address ? import(/* @vite-ignore */ address) : load());
      return module[name];
    } catch (error) {
      failed ??= /https?:\S+\.js/.exec(String(error))?.[0];
      throw error;
    }
  });
}

type State = 'loading' | 'ready' | 'failed';

/** Loads a part while it is mounted; `retry` tries again after a failure. */
export function useLoaded<T>(part: Loadable<T>) {
  const [state, setState] = useState<State>(part.value === undefined ? 'loading' : 'ready');
  useEffect(() => {
    if (state !== 'loading') return;
    let left = false;
    const settle = (to: State) => () => {
      if (!left) setState(to);
    };
    part.load().then(settle('ready'), settle('failed'));
    return () => {
      left = true;
    };
  }, [part, state]);
  const retry = useCallback(() => setState('loading'), []);
  return { value: part.value, failed: state === 'failed', retry };
}
