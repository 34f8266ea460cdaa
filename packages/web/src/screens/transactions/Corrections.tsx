import type { CheckIssue, ImportView } from '@forecourt/core';
import { TextInput } from '../../fields/inputs.tsx';

/** How many faults to offer for correction at once; the next ones follow after a check. */
const MOST = 20;

type Made = NonNullable<ImportView['data']['corrected']>['corrections'][number];

/** A cell that is faulty, corrected, or both. */
interface EditableCell {
  readonly cellKey: string;
  readonly sheet: string | undefined;
  readonly cell: string;
  readonly column: string | null;
  readonly value: string;
  readonly fault: CheckIssue | undefined;
  readonly made: Made | undefined;
}

const keyOf = ({
  cell,
  sheet,
}: {
  readonly cell: string | null;
  readonly sheet: string | null;
}): string => `${sheet}!${cell}`;

/** Corrected cells, then faulty ones, one for each cell; a fault of the whole file has none. */
function editableCells({ data }: ImportView): readonly EditableCell[] {
  const cells = new Map<string, EditableCell>();
  for (const made of data.corrected?.corrections ?? []) {
    const { cell, column, sheet, to } = made;
    const cellKey = keyOf(made);
    cells.set(cellKey, { cellKey, sheet, cell, column, value: to, made, fault: undefined });
  }
  let faults = 0;
  for (const fault of data.report?.issues ?? []) {
    const { cell, column, severity, sheet, value } = fault;
    const cellKey = keyOf(fault);
    const known = cells.get(cellKey);
    if (severity !== 'error' || cell === null || known?.fault || faults === MOST) continue;
    faults += 1;
    const own = known ?? { cellKey, sheet: sheet ?? undefined, cell, column, made: undefined };
    cells.set(cellKey, { ...own, value: value ?? '', fault });
  }
  return [...cells.values()];
}

/** A card number is shown masked, and can only be typed anew. */
const isMasked = (value: string): boolean => /\*{4}|…/.test(value);

interface CellProps extends EditableCell {
  readonly typed: string | undefined;
  readonly onType: (value: string) => void;
  readonly onUndo: () => void;
}

/** One cell to correct: what is wrong with it, and what it was before. */
function Cell({ cell, column, fault, made, onType, onUndo, ...props }: CellProps) {
  const { cellKey, typed, value } = props;
  const masked = isMasked(value);
  const { expected, fix, message } = fault ?? {};
  return (
    <li className="field">
      <label htmlFor={`correct-${cellKey}`}>
        <span className="mono">{cell}</span> {column}
      </label>
      <TextInput
        id={`correct-${cellKey}`}
        className="input"
        value={typed ?? (masked ? '' : value)}
        placeholder={masked ? value : undefined}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined && typed === undefined}
        aria-describedby={`why-${cellKey}`}
        onChange={({ target }) => onType(target.value)}
      />
      <p className="quiet" id={`why-${cellKey}`}>
        {fault && `${message}${expected === null ? '' : `, expected ${expected}`}. ${fix} `}
        {made && (
          <span className="was">
            Was <del>{made.from || 'empty'}</del>.{' '}
            <button
              type="button"
              className="link"
              aria-label={`Undo the correction of ${cell}`}
              onClick={onUndo}
            >
              Undo
            </button>
          </span>
        )}
      </p>
    </li>
  );
}

interface CellReference {
  readonly sheet?: string | undefined;
  readonly cell: string;
}

type Typed = ImportView['data']['typed'];

interface CorrectionsProps {
  readonly view: ImportView;
  /** Everything that is typed and not corrected yet. */
  readonly onType: (typed: Typed) => void;
  readonly onCorrect: (corrections: Typed) => void;
  /** Drops the corrections of these cells, or all of them. */
  readonly onUncorrect: (cells?: readonly CellReference[]) => void;
}

/** Where the corrections are, and that the file stays as it is. */
function Copy({ view }: Pick<CorrectionsProps, 'view'>) {
  const { corrected } = view.data;
  if (!corrected) return null;
  const { corrections, kind, name } = corrected;
  return (
    <p>
      {corrections.length === 1 ? '1 cell is' : `${corrections.length} cells are`} corrected in a
      copy{kind === 'xlsx' && ', an .xlsx workbook'}: <code>{name}</code>. Your file stays as it is.
      Each correction is recorded with your name.
    </p>
  );
}

/** Corrects small faults in place: a copy with the new values is checked at once, and sent (TXN-12). */
export function Corrections({ view, onType, onCorrect, onUncorrect }: CorrectionsProps) {
  const { corrected, correctionIssue, typed } = view.data;
  const cells = editableCells(view);
  const typedIn = ({ cell, sheet }: EditableCell) =>
    typed.find((one) => one.cell === cell && one.sheet === sheet);
  const without = (cell: EditableCell): Typed => typed.filter((one) => one !== typedIn(cell));
  if (cells.length === 0) return null;
  const type = (cell: EditableCell, to: string) => {
    const same = to === (isMasked(cell.value) ? '' : cell.value);
    const change = { ...(cell.sheet !== undefined && { sheet: cell.sheet }), cell: cell.cell, to };
    onType(same ? without(cell) : [...without(cell), change]);
  };
  const undo = (edited: EditableCell) => {
    const { cell, sheet } = edited;
    onType(without(edited));
    onUncorrect([{ sheet, cell }]);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCorrect(typed);
      }}
    >
      <fieldset className="corrections" disabled={!view.commands.correct.allowed}>
        <legend>Correct in place</legend>
        <Copy view={view} />
        {correctionIssue && (
          <p className="notice bad" role="alert">
            {correctionIssue.message}
          </p>
        )}
        <ul>
          {cells.map((cell) => (
            <Cell
              key={cell.cellKey}
              {...cell}
              typed={typedIn(cell)?.to}
              onType={(value) => type(cell, value)}
              onUndo={() => undo(cell)}
            />
          ))}
        </ul>
        <p className="corrections-foot">
          <button type="submit" className="button" disabled={typed.length === 0}>
            Correct and check again
          </button>
          {corrected?.location && (
            <a className="button" href={corrected.location} download={corrected.name}>
              Save the copy
            </a>
          )}
          {corrected && (
            <button
              type="button"
              className="button"
              onClick={() => {
                onType([]);
                onUncorrect();
              }}
            >
              Undo all corrections
            </button>
          )}
        </p>
      </fieldset>
    </form>
  );
}
