import {
  ApiError,
  endOtherSessions,
  endSession,
  getSessions,
  type OpenSession,
  toFailure,
} from '@forecourt/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { useToast } from '../../shell/Toasts.tsx';

const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * The user's own sessions, reloaded after each change; `busy` is the id of the session being ended
 * (AUTH-11).
 */
export function useSessions() {
  const { client } = usePortal();
  const toast = useToast();
  const [sessions, setSessions] = useState<readonly OpenSession[]>();
  const [fault, setFault] = useState<ApiError>();
  const [busy, setBusy] = useState<string>();
  const asked = useRef(0);
  const load = useCallback(async () => {
    asked.current += 1;
    const turn = asked.current;
    // Ignores an answer that a newer request has overtaken.
    const keep = (change: () => void) => turn === asked.current && change();
    setFault(undefined);
    await getSessions(client).then(
      (found) => keep(() => setSessions(found)),
      (error: ApiError) => keep(() => setFault(error)),
    );
  }, [client]);
  useEffect(() => {
    void load();
    return () => {
      asked.current += 1;
    };
  }, [load]);

  const end = async (name: string, work: () => Promise<string>) => {
    setBusy(name);
    try {
      toast('good', await work());
    } catch (error) {
      const { message, detail } = toFailure(error);
      toast('bad', message, detail);
    }
    // Some sessions may have ended even when the call failed.
    await load();
    setBusy(undefined);
  };
  return {
    sessions,
    fault,
    busy,
    load,
    endOne: (id: string) =>
      end(id, async () => {
        await endSession(client, id).catch((error: unknown) => {
          if (!isOver(error)) throw error;
        });
        return 'Session ended.';
      }),
    endOthers: () =>
      end('others', async () => {
        const { length } = await endOtherSessions(client);
        return length === 1 ? 'Session ended.' : `${length} sessions ended.`;
      }),
  };
}
