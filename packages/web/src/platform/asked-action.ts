import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Navigation state that asks the target screen to start an action: 'import', 'template'. */
export const askFor = (name: string) => ({ asked: name });

/** Starts the action that this screen was opened for, once: neither a reload nor Back repeats it. */
export function useAskedAction(name: string, begin: () => void): void {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const asked = (state as { asked?: string } | null)?.asked === name;
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => {
    if (!asked) return;
    navigate({ search, hash }, { replace: true, state: null });
    latest.current();
  }, [asked, hash, navigate, search]);
}
