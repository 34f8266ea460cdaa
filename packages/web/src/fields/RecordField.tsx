import { findRecords, formatValue, type RecordSource } from '@forecourt/core';
import { useEffect, useState } from 'react';
import { usePortal } from '../platform/portal-context.ts';
import { Combobox } from './Combobox.tsx';
import { Field } from './Field.tsx';
import type { FieldProps } from './field.types.ts';

type Row = Readonly<Record<string, unknown>>;

/** How long somebody pauses between keys. */
const REST = 300;

interface RecordFieldProps extends FieldProps<'field'> {
  readonly source: RecordSource;
  /** Fills another field of the form from the chosen record. */
  readonly onFill: (name: string, value: string) => void;
}

interface Found {
  readonly text: string;
  readonly rows: readonly Row[];
  readonly failed?: true;
}

/** The records that a text may mean; undefined while they are searched. */
function useFound(source: RecordSource, text: string, wanted: boolean): Found | undefined {
  const { client } = usePortal();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (!wanted || text.trim() === '') return;
    const { abort, signal } = abortable();
    const search = () =>
      findRecords(client, source, text, { match: 'contains', signal }).then(
        (rows) => setFound({ text, rows }),
        () => signal.aborted || setFound({ text, rows: [], failed: true }),
      );
    const timer = setTimeout(search, REST);
    return () => {
      clearTimeout(timer);
      abort();
    };
  }, [client, source, text, wanted]);
  return found?.text === text ? found : undefined;
}

function abortable() {
  const controller = new AbortController();
  return { abort: () => controller.abort(), signal: controller.signal };
}

const plain = (text: string): string => text.replaceAll(/\s/g, '');

/** '7076 8500 0000 0012 · North Haul · Ada Okafor · ACTIVE'. */
const described = ({ field, shown }: RecordSource, row: Row): string =>
  [formatValue('card', row[field]), ...shown.map((name) => String(row[name] ?? ''))]
    .filter(Boolean)
    .join(' · ');

/** Why a text means no single record; undefined if it does, or while it isn't known. */
function faultOf({ field, missing }: RecordSource, found: Found | undefined): string | undefined {
  if (found === undefined || found.failed) return undefined;
  const { rows, text } = found;
  if (rows.some((row) => row[field] === plain(text))) return undefined;
  if (rows.length === 0) return missing(text.trim());
  return `${rows.length === 1 ? 'One record matches' : `${rows.length} records match`}. Choose it from the list.`;
}

function noteOf(found: Found | undefined, open: boolean): string {
  if (found?.failed) return 'It can’t be searched now. Type the whole number.';
  if (!open || found === undefined) return '';
  return found.rows.length === 0 ? 'Nothing was found.' : '';
}

/** A record that is searched while one types, and chosen from what is found (TXN-14). */
export function RecordField({
  need,
  source,
  disabled,
  onChange,
  onLeave,
  onFill,
}: RecordFieldProps) {
  const { issues, label, required, value = '' } = need;
  const [typed, setTyped] = useState(false);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Row>();
  const [left, setLeft] = useState(false);
  const found = useFound(source, value, typed);
  const rows = found?.rows ?? [];
  const choose = (row: Row) => {
    setTyped(false);
    setChosen(row);
    onChange(String(row[source.field] ?? ''));
    for (const [name, column] of Object.entries(source.fills ?? {})) {
      onFill(name, String(row[column] ?? ''));
    }
  };
  const exact = rows.find((row) => row[source.field] === plain(value));
  const leave = () => {
    if (typed) setLeft(true);
    onLeave?.();
  };
  // The search may answer after the field was left: a whole number still means its record.
  useEffect(() => {
    if (!left || !typed || found === undefined) return;
    setLeft(false);
    if (exact) choose(exact);
  });
  const fault = issues[0]?.message ?? (open ? undefined : faultOf(source, found));
  const isChosen = chosen !== undefined && chosen[source.field] === plain(value);
  return (
    <Field label={label} required={required} locked={undefined} fault={fault} wide="double">
      {(control) => (
        <>
          <Combobox
            control={control}
            disabled={disabled}
            placeholder="Number, driver or company"
            value={isChosen ? formatValue('card', value) : value}
            found={rows}
            keyOf={(row) => String(row[source.field])}
            describe={(row) => described(source, row)}
            listLabel={`Found for ${label}`}
            takesFirst
            onType={(text) => {
              onChange(text);
              setTyped(true);
              setLeft(false);
            }}
            onChoose={choose}
            onOpen={setOpen}
            onLeave={leave}
          />
          <p className="quiet combobox-note" role="status">
            {isChosen
              ? source.shown
                  .map((name) => chosen[name])
                  .filter(Boolean)
                  .join(' · ')
              : noteOf(found, open)}
          </p>
        </>
      )}
    </Field>
  );
}
