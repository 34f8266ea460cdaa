import type { ImportView } from '@forecourt/core';
import { type ReactNode, useId, useState } from 'react';
import { TextInput } from '../../fields/inputs.tsx';
import { type EditableCell, type EditableRow, editableCells } from './editable-cells.ts';

/** A card number is shown masked, and can only be typed anew. */
const isMasked = (value: string): boolean => /\*{4}|…/.test(value);

/** What is wrong with a cell; what a rule works out from other cells is no proof that they are right. */
function whyText({ fault }: EditableCell): string {
  if (!fault) return '';
  const { expected, fix, message, related, rule } = fault;
  const source = related ? '; the other cells give' : ', expected';
  const derived = rule.startsWith('FILE-') ? '; its rows give' : source;
  return `${message}${expected === null ? '' : `${derived} ${expected}`}. ${fix} `;
}

interface CellProps {
  readonly edited: EditableCell;
  readonly typed: string | undefined;
  readonly onType: (value: string) => void;
  readonly onUndo: () => void;
}

/** One cell to correct: what is wrong with it, and what it was before. */
function Cell({ edited, typed, onType, onUndo }: CellProps) {
  const { cell, cellKey, column, fault, made, value } = edited;
  const masked = isMasked(value);
  return (
    <li className="field">
      <label htmlFor={`correct-${cellKey}`}>
        <span className="mono">{cell}</span> {column ?? 'Total'}
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
        {whyText(edited)}
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

interface RowsProps {
  readonly rows: readonly EditableRow[];
  /** Names each row's sheet, in a workbook with several. */
  readonly named: boolean;
  readonly render: (edited: EditableCell) => ReactNode;
}

/** The cells by row, as on the receipt. */
const Rows = ({ named, render, rows }: RowsProps) =>
  rows.map(({ cells, compared, row, rowKey, sheet }) => (
    <section key={rowKey} aria-label={`Row ${row}`}>
      <h3>
        Row {row}
        {named && ` of ${sheet}`}
      </h3>
      <ul>{cells.map(render)}</ul>
      {compared.length > 0 && (
        <>
          <p className="quiet">Compared with it, and just as likely to be wrong:</p>
          <ul className="compared">{compared.map(render)}</ul>
        </>
      )}
    </section>
  ));

interface TotalsProps {
  /** A total disagrees with its rows; otherwise those shown are corrected already. */
  readonly disagrees: boolean;
  /** A row was corrected, so that its correction may be why a total disagrees. */
  readonly afterRows: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly children: ReactNode;
}

/** The provider's own totals: the proof that all rows are there and right, so changing one needs a reason. */
function Totals({ afterRows, children, disagrees, onReason, reason }: TotalsProps) {
  const id = useId();
  return (
    <div className="corrections-totals notice warn">
      {disagrees ? (
        <p>
          The provider’s own total disagrees, which mostly means that a row is wrong or missing.{' '}
          {afterRows && 'If it agreed before, what you corrected in the rows is probably wrong. '}
          Change the total only if the provider confirms that the total itself is wrong.
        </p>
      ) : (
        <p>You corrected the provider’s own total. The reason is recorded with your name.</p>
      )}
      {children}
      <div className="field">
        <label htmlFor={id}>Why is the total wrong?</label>
        <TextInput
          id={id}
          className="input"
          value={reason}
          maxLength={500}
          autoComplete="off"
          placeholder="Who at the provider confirmed it, and when"
          onChange={({ target }) => onReason(target.value)}
        />
      </div>
    </div>
  );
}

/** What is typed and not corrected yet; the reason goes with each total that is changed. */
function useTyping(
  { data: { typed } }: ImportView,
  totals: readonly EditableRow[],
  onType: CorrectionsProps['onType'],
) {
  const [reasonTyped, setReason] = useState<string>();
  const ofTotals = totals.flatMap(({ cells }) => cells);
  const isTotal = ({ cell, sheet }: CellReference) =>
    ofTotals.some((one) => one.cell === cell && one.sheet === sheet);
  const made = ofTotals.flatMap((cell) => (cell.made ? [{ ...cell.made, sheet: cell.sheet }] : []));
  const reason = typed.find(isTotal)?.reason ?? reasonTyped ?? made[0]?.reason ?? '';
  const typedIn = ({ cell, sheet }: EditableCell) =>
    typed.find((one) => one.cell === cell && one.sheet === sheet);
  const without = (edited: EditableCell): Typed => typed.filter((one) => one !== typedIn(edited));
  return {
    reason,
    /** A total is changed and nobody says why. */
    unexplained: typed.some(isTotal) && reason.trim() === '',
    typedIn,
    forget: (edited: EditableCell) => onType(without(edited)),
    type(edited: EditableCell, to: string) {
      const { cell, sheet, value } = edited;
      const same = to === (isMasked(value) ? '' : value);
      const change = {
        ...(sheet !== undefined && { sheet }),
        ...{ cell, to },
        ...(isTotal(edited) && { reason }),
      };
      onType(same ? without(edited) : [...without(edited), change]);
    },
    explain(why: string) {
      setReason(why);
      // Another reason for a total that is corrected already corrects it again.
      const again = made
        .filter(({ cell, sheet }) => !typed.some((one) => one.cell === cell && one.sheet === sheet))
        .map(({ cell, sheet, to }) => ({ ...(sheet !== undefined && { sheet }), cell, to }));
      onType([...typed, ...again].map((one) => (isTotal(one) ? { ...one, reason: why } : one)));
    },
  };
}

interface FootProps extends Pick<CorrectionsProps, 'onUncorrect' | 'view'> {
  readonly blocked: boolean;
  readonly onForget: () => void;
}

function Foot({ blocked, onForget, onUncorrect, view }: FootProps) {
  const { corrected } = view.data;
  return (
    <p className="corrections-foot">
      <button type="submit" className="button" disabled={blocked}>
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
            onForget();
            onUncorrect();
          }}
        >
          Undo all corrections
        </button>
      )}
    </p>
  );
}

/** Corrects small faults in place: a copy with the new values is checked at once, and sent (TXN-12). */
export function Corrections({ view, onType, onCorrect, onUncorrect }: CorrectionsProps) {
  const { correctionIssue, report, typed } = view.data;
  const { rows, totals } = editableCells(view);
  const typing = useTyping(view, totals, onType);
  if (rows.length + totals.length === 0) return null;
  const render = (edited: EditableCell) => (
    <Cell
      key={edited.cellKey}
      edited={edited}
      typed={typing.typedIn(edited)?.to}
      onType={(value) => typing.type(edited, value)}
      onUndo={() => {
        const { cell, sheet } = edited;
        typing.forget(edited);
        onUncorrect([{ sheet, cell }]);
      }}
    />
  );
  const shown = { named: (report?.sheets.length ?? 0) > 1, render };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!typing.unexplained) onCorrect(typed);
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
        <Rows rows={rows} {...shown} />
        {totals.length > 0 && (
          <Totals
            disagrees={totals.some(({ cells }) => cells.some(({ fault }) => fault))}
            afterRows={rows.length > 0}
            reason={typing.reason}
            onReason={typing.explain}
          >
            <Rows rows={totals} {...shown} />
          </Totals>
        )}
        <Foot
          view={view}
          blocked={typed.length === 0 || typing.unexplained}
          onForget={() => onType([])}
          onUncorrect={onUncorrect}
        />
        {typing.unexplained && <p className="why">Say why the total is wrong.</p>}
      </fieldset>
    </form>
  );
}
