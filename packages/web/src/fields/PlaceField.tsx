import { type Place, placesPorts, placesWorkflow } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { useEffect, useRef } from 'react';
import { usePortal } from '../platform/portal-context.ts';
import { Combobox } from './Combobox.tsx';
import { Field } from './Field.tsx';
import type { FieldProps } from './field.types.ts';

interface PlaceFieldProps extends FieldProps<'field'> {
  readonly onPlace: (place: Place) => void;
}

function usePlaces(onPlace: (place: Place) => void) {
  const { client } = usePortal();
  const [view, send] = useWorkflow(() => placesWorkflow(placesPorts(client)), {});
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
  const { error, found } = view.data;
  return (
    <Field
      label={label}
      required={required}
      locked={locked}
      fault={issues[0]?.message}
      wide="double"
    >
      {(control) => (
        <>
          <Combobox
            control={control}
            disabled={disabled}
            readOnly={locked !== undefined}
            value={value}
            found={found}
            keyOf={({ id }) => id}
            describe={({ description }) => description}
            listLabel={`Addresses for ${label}`}
            onType={(text) => {
              onChange(text);
              send({ type: 'typed', text });
            }}
            onChoose={({ id }) => send({ type: 'chosen', id })}
            onLeave={() => onLeave?.()}
          />
          <p className="quiet combobox-note" role="status">
            {error && "Addresses can't be looked up now. Type it in full."}
          </p>
        </>
      )}
    </Field>
  );
}
