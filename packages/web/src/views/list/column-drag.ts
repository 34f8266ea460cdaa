import { WIDTHS } from './list-layout.ts';

/** Movement in px from which a press is a drag and no longer a click that sorts. */
const SLACK = 6;

export interface ColumnDrag {
  readonly head: HTMLTableCellElement;
  /** The pointer at the press. */
  readonly x: number;
}

export interface ColumnDrop {
  readonly field: string;
  readonly side: 'before' | 'after';
  readonly of: string;
}

interface Moves {
  readonly onMove: (x: number) => void;
  /** The end; `kept` is false after Escape or if the browser takes the pointer away. */
  readonly onEnd: (kept: boolean) => void;
}

function follow({ onMove, onEnd }: Moves): void {
  const over = new AbortController();
  const on = { signal: over.signal, capture: true };
  // The texts that the pointer passes would be selected.
  const { style } = document.body;
  style.userSelect = 'none';
  const end = (kept: boolean) => {
    over.abort();
    style.userSelect = '';
    onEnd(kept);
  };
  addEventListener('pointermove', ({ clientX }) => onMove(clientX), on);
  addEventListener('pointerup', () => end(true), on);
  addEventListener('pointercancel', () => end(false), on);
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    },
    on,
  );
}

/** Drags a column's edge; calls `done` with the width in px. */
export function dragWidth({ head, x }: ColumnDrag, done: (width: number) => void): void {
  const rows = head.closest('table')?.querySelectorAll<HTMLTableRowElement>('tr[data-row]') ?? [];
  const cells = [head, ...[...rows].flatMap(({ cells }) => cells[head.cellIndex] ?? [])];
  const before = head.style.getPropertyValue('--width');
  const start = head.offsetWidth;
  let width = start;
  const apply = (value: string) => {
    for (const { style } of cells) style.setProperty('--width', value);
  };
  follow({
    onMove: (now) => {
      width = Math.min(Math.max(start + now - x, WIDTHS.least), WIDTHS.most);
      apply(`${width}px`);
    },
    onEnd: (kept) => {
      if (!kept || width === start) apply(before);
      else done(width);
    },
  });
}

/** The click after a drag, which would sort. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }));
}

/** Drags a column by its heading; calls `done` with the place where it is dropped. */
export function dragColumn({ head, x }: ColumnDrag, done: (drop: ColumnDrop) => void): void {
  const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-field]') ?? [])];
  let drop: ColumnDrop | undefined;
  const clear = () => {
    for (const other of heads) delete other.dataset.drop;
  };
  follow({
    onMove: (now) => {
      if (drop === undefined && Math.abs(now - x) < SLACK) return;
      const over = heads.findLast((other) => other.getBoundingClientRect().left <= now) ?? heads[0];
      if (!over) return;
      const { left, width } = over.getBoundingClientRect();
      const side = now < left + width / 2 ? 'before' : 'after';
      drop = { field: head.dataset.field ?? '', side, of: over.dataset.field ?? '' };
      clear();
      over.dataset.drop = side;
    },
    onEnd: (kept) => {
      clear();
      if (drop === undefined) return;
      swallowClick();
      if (kept) done(drop);
    },
  });
}
