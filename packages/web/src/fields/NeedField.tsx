/**
 * The control for each kind of need. This folder has one component for each kind of field, bound to
 * the data of a view. Layout of forms belongs in `views/form/`, rules and messages in core.
 */

import type { Need, Place } from '@forecourt/core';
import { useState } from 'react';
import { partOnDemand } from '../parts/part-on-demand.tsx';
import { afterPress } from './after-press.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { FileDrop } from './FileDrop.tsx';
import { FlagField } from './FlagField.tsx';
import { FlagsField } from './FlagsField.tsx';
import type { FieldProps } from './field.types.ts';
import { MomentField } from './MomentField.tsx';
import { TextField } from './TextField.tsx';
import './fields.css';

interface NeedFieldProps extends FieldProps<Need['kind']> {
  /** Called when an address is chosen in a field that looks one up. */
  readonly onPlace?: (place: Place) => void;
  /** Called for another field that a chosen record fills: a card's company. */
  readonly onFill?: (name: string, value: string) => void;
}

const waiting = ({ need, onChange, onLeave }: FieldProps<'field'>) => (
  <TextField {...{ need, onChange, onLeave }} disabled />
);
const PlaceField = partOnDemand(() => import('./PlaceField.tsx'), 'PlaceField', { waiting });
const RecordField = partOnDemand(() => import('./RecordField.tsx'), 'RecordField', { waiting });

const ignore = () => undefined;

/** Holds back a text's error while it is being typed, and shows it on blur. */
function usePatience({ need, onChange, onLeave, ...rest }: FieldProps<Need['kind']>) {
  const [typing, setTyping] = useState(false);
  if (need.kind !== 'field') return { need, onChange, onLeave, ...rest };
  return {
    ...rest,
    need: typing ? { ...need, issues: [] } : need,
    onChange: (value: unknown) => {
      setTyping(true);
      onChange(value);
    },
    onLeave: () =>
      afterPress(() => {
        setTyping(false);
        onLeave?.();
      }),
  };
}

/** Chooses the control for a need; a confirmation is a dialog, not a field. */
export function NeedField({ onFill = ignore, onPlace = ignore, ...props }: NeedFieldProps) {
  const { need, ...rest } = usePatience(props);
  switch (need.kind) {
    case 'choice':
      return <ChoiceField need={need} {...rest} />;
    case 'flag':
      return <FlagField need={need} {...rest} />;
    case 'flags':
      return <FlagsField need={need} {...rest} />;
    case 'file':
      return (
        <FileDrop
          label={need.label}
          accept={need.accept}
          file={need.value}
          fault={need.issues[0]?.message}
          disabled={rest.disabled}
          onFile={(file) => rest.onChange({ name: file.name, blob: file })}
        />
      );
    case 'field':
      if (need.record) {
        return <RecordField need={need} source={need.record} onFill={onFill} {...rest} />;
      }
      if (need.input === 'place') {
        return <PlaceField need={need} onPlace={onPlace} {...rest} />;
      }
      if (need.input === 'day' || need.input === 'instant') {
        return <MomentField need={need} {...rest} />;
      }
      return <TextField need={need} {...rest} />;
    default:
      return null;
  }
}
