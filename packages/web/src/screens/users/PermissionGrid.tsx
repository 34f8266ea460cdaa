import type { PermissionPair } from '@forecourt/core';
import { Icon } from '../../parts/Icon.tsx';

const Answer = ({ value }: { readonly value: boolean }) => (
  <span className={value ? 'granted' : 'quiet'}>
    {value && <Icon name="check" />}
    {value ? 'Yes' : 'No'}
  </span>
);

interface PermissionGridProps {
  readonly pairs: readonly PermissionPair[];
  /** Still loading: shows placeholders. */
  readonly waiting: boolean;
}

/** A user's flags with their values, then a row of four rights for each menu (ACC-06). */
export function PermissionGrid({ pairs, waiting }: PermissionGridProps) {
  const flags = pairs.filter(({ menu }) => menu === undefined);
  const menus = Map.groupBy(
    pairs.filter(({ menu }) => menu !== undefined),
    ({ menu }) => menu ?? '',
  );
  const rights = [...menus.values()][0] ?? [];
  return (
    <>
      <dl className="permission-grid">
        {flags.map(({ name, label, value }) => (
          <div key={name} className={waiting ? 'skeleton' : undefined}>
            <dt>{waiting ? <span /> : label}</dt>
            <dd>{!waiting && <Answer value={value} />}</dd>
          </div>
        ))}
      </dl>
      {menus.size > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="record-table" aria-label="Menus" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Menu</th>
                {rights.map(({ right }) => (
                  <th key={right} scope="col" className="right">
                    {right}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...menus].map(([menu, own]) => (
                <tr key={menu}>
                  <th scope="row">{menu}</th>
                  {own.map(({ name, value }) => (
                    <td key={name}>
                      <Answer value={value} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
