import { Icon } from '../parts/Icon.tsx';

/** Shown for a list without columns and without an error (LIST-05). */
export function EmptyPanel({ text }: { readonly text: string }) {
  return (
    <div className="panel empty">
      <Icon name="columns" />
      <strong>{text}</strong>
    </div>
  );
}
