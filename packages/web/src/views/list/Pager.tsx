import type { ListView } from '@forecourt/core';
import { useId } from 'react';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import type { AnyRow, SendToList } from './use-list.ts';

interface StepProps {
  readonly label: string;
  readonly icon: IconName;
  readonly double?: boolean;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function Step({ label, icon, double = false, disabled, onClick }: StepProps) {
  return (
    <button
      type="button"
      className={`button plain square step ${label.toLowerCase().replaceAll(' ', '-')}`}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {double && <Icon name={icon} />}
      <span className="unseen">{label}</span>
    </button>
  );
}

interface PageJumpProps {
  readonly page: number;
  readonly last: number;
  readonly onGo: (page: number) => void;
}

/** The page's number, to type another one over it. */
function PageJump({ last, onGo, page }: PageJumpProps) {
  return (
    <form
      className="page-jump fixed"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = Number(
          String(new FormData(event.currentTarget).get('page')).replaceAll(',', ''),
        );
        if (Number.isInteger(typed)) onGo(Math.min(Math.max(typed - 1, 0), last));
      }}
    >
      <input
        className="input"
        name="page"
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={page + 1}
        onFocus={({ target }) => target.select()}
      />
      / {last + 1}
    </form>
  );
}

interface PagerProps {
  readonly view: ListView<AnyRow>;
  readonly send: SendToList;
}

/** The position in the list, page sizes and page buttons (LIST-02, LIST-03). */
export function Pager({ view, send }: PagerProps) {
  const { page, query, pagerText, sizes } = view.data;
  const sizeId = useId();
  // After a page that could not be loaded, the former one's rows are still there.
  const at = (view.data.error && page?.page) ?? query.page;
  const last = Math.max(0, (page?.totalPages ?? 1) - 1);
  const go = (to: number) => send({ type: 'page.changed', page: to });
  return (
    <nav className="pager" aria-label="Pages">
      <p role="status">{page ? pagerText : 'Loading …'}</p>
      <div className="pager-size">
        <label htmlFor={sizeId}>Rows</label>
        <select
          id={sizeId}
          className="input"
          value={query.size}
          onChange={(event) => send({ type: 'size.changed', size: Number(event.target.value) })}
        >
          {[...new Set([...sizes, query.size])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size}>{size}</option>
            ))}
        </select>
      </div>
      <div className="pager-steps">
        <Step label="First page" icon="chevron" double disabled={at === 0} onClick={() => go(0)} />
        <Step label="Previous page" icon="chevron" disabled={at === 0} onClick={() => go(at - 1)} />
        <PageJump key={at} page={at} last={last} onGo={go} />
        <Step label="Next page" icon="chevron" disabled={at >= last} onClick={() => go(at + 1)} />
        <Step
          label="Last page"
          icon="chevron"
          double
          disabled={at >= last}
          onClick={() => go(last)}
        />
      </div>
    </nav>
  );
}
