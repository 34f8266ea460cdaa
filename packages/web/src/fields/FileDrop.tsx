import { type DragEvent, useId, useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import './file-drop.css';

interface FileDropProps {
  readonly label: string;
  readonly accept: readonly string[];
  readonly file: { readonly name: string; readonly size: number } | undefined;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/** '12.4 kB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Picks a file by drop or dialog. */
export function FileDrop({ label, accept, file, fault, disabled, onFile }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first && !disabled) onFile(first);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className="field">
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <label
        className={`drop${over ? ' over' : ''}${fault ? ' faulty' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          accept={accept.join(',')}
          disabled={disabled}
          aria-labelledby={`${id}-label ${id}-text`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => {
            take(event.target.files);
            // Lets the same file be picked again after a correction.
            event.target.value = '';
          }}
        />
        <Icon name={file ? 'file' : 'upload'} />
        <span id={`${id}-text`}>
          {file ? (
            <>
              <strong>{file.name}</strong> <span className="quiet">{sizeText(file.size)}</span>
            </>
          ) : (
            <>
              Drop a file here or <strong className="pick-file">choose one</strong>
            </>
          )}
        </span>
        <span className="quiet">{file ? 'Choose another' : accept.join(' or ')}</span>
      </label>
      {fault && (
        <p className="fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
