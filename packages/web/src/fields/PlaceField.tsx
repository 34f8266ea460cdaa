import { type Place, placesPorts, placesWorkflow } from '@forecourt/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { usePortal } from '../platform/portal-context.ts';
import { useWorkflow } from '../workflow/use-workflow.ts';
import { Field } from './Field.tsx';
import type { FieldProps } from './field.types.ts';
import './place-field.css';

interface PlaceFieldProps extends FieldProps<'field'> {
  readonly onPlace: (place: Place) => void;
}

function usePlaces(onPlace: (place: Place) => void) {
  const { client } = usePortal();
  const [view, send] = useWorkflow(() => ({
    workflow: placesWorkflow(placesPorts(client)),
    input: {},
  }));
  const { place } = view.data;
  const reported = useRef<Place>(undefined);
  useEffect(() => {
    if (place === undefined || reported.current === place) return;
    reported.current = place;
    onPlace(place);
  }, [place, onPlace]);
  return [view, send] as const;
}

/** An address: free text, or a search result that fills the address fields (COMP-05). */
export function PlaceField({ need, disabled, onChange, onLeave, onPlace }: PlaceFieldProps) {
  const { issues, label, locked, required, value = '' } = need;
  const [view, send] = usePlaces(onPlace);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { error, found } = view.data;
  const shown = open && found.length > 0;
  const choose = (id: string) => {
    setOpen(false);
    send({ type: 'chosen', id });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      return setOpen(false);
    }
    if (!shown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const picked = found[at];
    if (event.key === 'Enter' && picked) choose(picked.id);
    else if (step) setAt((at + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <Field
      label={label}
      required={required}
      locked={locked}
      fault={issues[0]?.message}
      wide="double"
    >
      {(control) => (
        <div className="places">
          <input
            {...control}
            className="input"
            type="text"
            autoComplete="off"
            role="combobox"
            aria-expanded={shown}
            aria-controls={`${control.id}-found`}
            aria-activedescendant={shown && at >= 0 ? `${control.id}-${at}` : undefined}
            aria-autocomplete="list"
            disabled={disabled}
            readOnly={locked !== undefined}
            value={value}
            onBlur={() => {
              setOpen(false);
              onLeave?.();
            }}
            onKeyDown={onKey}
            onChange={({ target }) => {
              onChange(target.value);
              send({ type: 'typed', text: target.value });
              setOpen(true);
              setAt(-1);
            }}
          />
          <div
            id={`${control.id}-found`}
            role="listbox"
            aria-label={`Addresses for ${label}`}
            className="panel found"
            hidden={!shown}
          >
            {found.map(({ id, description }, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's own
              // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus
              <div
                key={id}
                id={`${control.id}-${index}`}
                role="option"
                aria-selected={index === at}
                className="found-place"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(id)}
              >
                {description}
              </div>
            ))}
          </div>
          <p className="quiet place-note" role="status">
            {error && "Addresses can't be looked up now. Type it in full."}
          </p>
        </div>
      )}
    </Field>
  );
}
