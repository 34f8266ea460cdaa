import { useState } from 'react';
import { sizeText } from '../../fields/FileDrop.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { isPicture, type ListedAttachment, useThumbnail } from './use-thumbnail.ts';

/** The longest visible part of a file name (TXN-09). */
const LETTERS = 30;

/** Shortens a name by code points, so that none is split. */
function shortName(name: string): string {
  const letters = [...name];
  return letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join('')}…` : name;
}

const kindOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? 'file';

interface AttachmentTileProps {
  readonly attachment: ListedAttachment;
  readonly busy: boolean;
  readonly onSave: () => void;
}

/** A transaction's file, as a picture or an icon of its kind; a click saves it. */
export function AttachmentTile({ attachment, busy, onSave }: AttachmentTileProps) {
  const name = attachment.name || 'attachment';
  const { url, failed } = useThumbnail(attachment);
  const [broken, setBroken] = useState(false);
  const picture = isPicture(attachment) && !failed && !broken;
  return (
    <li>
      <button
        type="button"
        className="attachment panel"
        title={name}
        disabled={busy}
        onClick={onSave}
      >
        <span className="unseen">Download</span>
        <span className="attachment-face">
          {picture && url && <img src={url} alt="" width={180} onError={() => setBroken(true)} />}
          {!picture && (
            <>
              <Icon name="file" />
              <span className="badge">{kindOf(name).toUpperCase()}</span>
              {failed && <span className="quiet">No preview</span>}
            </>
          )}
        </span>
        <span className="attachment-name">{shortName(name)}</span>
        {typeof attachment.size === 'number' && (
          <span className="quiet">{sizeText(attachment.size)}</span>
        )}
      </button>
    </li>
  );
}
