import { Icon } from '../parts/Icon.tsx';

/** Where a list has no columns to show, and no error (LIST-05). */
export function EmptyPanel({ text }: { readonly text: string }) {
  return (
    <div className="panel empty">
      <Icon name="columns" />
      <strong>{text}</strong>
    </div>
  );
}
