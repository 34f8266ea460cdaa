import { type Attachment, downloadAttachment } from '@forecourt/core';
import { useEffect, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';

/** Kinds that browsers draw, and none that could hold a script. */
const DRAWN = /^image\/(png|jpeg|gif|webp|avif|bmp)$/i;
/** Bytes of a picture that is worth fetching unasked. */
const MOST = 10_000_000;

export interface ListedAttachment extends Attachment {
  readonly content_type?: string | null | undefined;
  readonly size?: number | null | undefined;
}

/** Is it a picture that may be fetched to be looked at? */
export const isPicture = ({ content_type, size }: ListedAttachment): boolean =>
  DRAWN.test(content_type ?? '') && (size ?? 0) <= MOST;

/**
 * Address of a picture in this page's memory, fetched with the authorization (TXN-09), and given up with the
 * component. `failed`: it could not be fetched.
 */
export function useThumbnail(attachment: ListedAttachment): {
  readonly url: string | undefined;
  readonly failed: boolean;
} {
  const { client } = usePortal();
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!isPicture(attachment)) return;
    const leaving = new AbortController();
    let made: string | undefined;
    const load = async () => {
      const { body } = await downloadAttachment(client, attachment, leaving.signal);
      const blob = await new Response(body).blob();
      if (leaving.signal.aborted) return;
      made = URL.createObjectURL(new Blob([blob], { type: attachment.content_type ?? '' }));
      setUrl(made);
    };
    load().catch(() => leaving.signal.aborted || setFailed(true));
    return () => {
      leaving.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [client, attachment]);
  return { url, failed };
}
