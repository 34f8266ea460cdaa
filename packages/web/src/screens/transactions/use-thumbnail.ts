import { type Attachment, downloadAttachment } from '@forecourt/core';
import { useEffect, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';

/** Formats that browsers render and that can't contain scripts. */
const DRAWN = /^image\/(png|jpeg|gif|webp|avif|bmp)$/i;
/** The largest picture to load automatically, in bytes. */
const MOST = 10_000_000;

export interface ListedAttachment extends Attachment {
  readonly content_type?: string | null | undefined;
  readonly size?: number | null | undefined;
}

/** Whether the attachment is a picture small enough to load automatically. */
export const isPicture = ({ content_type, size }: ListedAttachment): boolean =>
  DRAWN.test(content_type ?? '') && (size ?? 0) <= MOST;

/**
 * An object URL of a picture, loaded with the authorization (TXN-09) and revoked on unmount.
 * `failed`: it couldn't be loaded.
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
