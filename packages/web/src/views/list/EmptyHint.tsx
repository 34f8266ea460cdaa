import { type AnyListed, type Filter, unmatchedChoices } from '@forecourt/core';
import { useEffect, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';

/** The table may be wider than a phone: the sentence stays in sight and wraps. */
const IN_SIGHT = {
  position: 'sticky',
  left: 16,
  maxWidth: 'calc(100vw - 64px)',
  whiteSpace: 'normal',
} as const;

interface EmptyHintProps {
  readonly definition: AnyListed;
  readonly filters: readonly Filter[];
}

/** Below an empty list: which of its filters no row can fit, as from an address that was typed. */
export function EmptyHint({ definition, filters }: EmptyHintProps) {
  const { client } = usePortal();
  const [said, setSaid] = useState<readonly string[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    unmatchedChoices(client, definition, filters, leaving.signal).then(
      (sentences) => !leaving.signal.aborted && setSaid(sentences),
    );
    return () => leaving.abort();
  }, [client, definition, filters]);
  return said.map((sentence) => (
    <p key={sentence} role="status" style={IN_SIGHT}>
      {sentence}
    </p>
  ));
}
