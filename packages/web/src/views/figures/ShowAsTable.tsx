interface ShowAsTableProps {
  readonly shown: boolean;
  readonly onChange: (shown: boolean) => void;
}

/** Switches charts to their other form (SHELL-10). */
export function ShowAsTable({ onChange, shown }: ShowAsTableProps) {
  return (
    <label>
      <input type="checkbox" checked={shown} onChange={({ target }) => onChange(target.checked)} />{' '}
      Show as table
    </label>
  );
}
