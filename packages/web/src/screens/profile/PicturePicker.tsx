import { useEffect, useId, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';

const MAX_BYTES = 5_000_000;

interface PicturePickerProps {
  readonly name: string;
  /** URL of the stored picture. */
  readonly picture: string;
}

/** An object URL that is revoked when its file is no longer shown. */
function useFileAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** The picture; a click picks another, which only this page shows (PROF-01). */
export function PicturePicker({ name, picture }: PicturePickerProps) {
  const id = useId();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [broken, setBroken] = useState<string>();
  const chosen = useFileAddress(file);
  const shown = chosen ?? picture;
  const take = (next: File | undefined) => {
    if (!next) return;
    const image = next.type.startsWith('image/');
    if (image && next.size <= MAX_BYTES) setFile(next);
    setFault(
      image
        ? next.size > MAX_BYTES
          ? 'The picture can be at most 5 MB.'
          : undefined
        : `${next.name} is not a picture.`,
    );
  };
  return (
    <div className="picture">
      <label className="picture-label" title="Click to change">
        <input
          type="file"
          className="unseen"
          accept="image/*"
          aria-label="Change the picture"
          aria-describedby={`${id}-note`}
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
        {shown !== '' && shown !== broken ? (
          <img src={shown} alt={`Portrait of ${name}`} onError={() => setBroken(shown)} />
        ) : (
          <Icon name="user" />
        )}
        <span className="picture-hint" aria-hidden="true">
          Click to change
        </span>
      </label>
      <p id={`${id}-note`} className={fault ? 'fault' : 'quiet'} role={fault ? 'alert' : undefined}>
        {fault ??
          (chosen ? 'Shown here only; it is not saved.' : 'PNG, JPEG or SVG, up to 5\u00a0MB')}
      </p>
    </div>
  );
}
