/** The inputs of forms: PrimeReact's, with our classes. Lists and the sign-in use the browser's own, which load at once. */
import { Checkbox } from 'primereact/checkbox';
import { InputSwitch } from 'primereact/inputswitch';
import { InputText, type InputTextProps } from 'primereact/inputtext';
import { InputTextarea, type InputTextareaProps } from 'primereact/inputtextarea';
import { RadioButton } from 'primereact/radiobutton';
import { Icon } from '../parts/Icon.tsx';
import { Prime } from '../parts/Prime.tsx';

export const TextInput = (props: InputTextProps) => (
  <Prime>
    <InputText {...props} />
  </Prime>
);

export const TextArea = (props: InputTextareaProps) => (
  <Prime>
    <InputTextarea {...props} />
  </Prime>
);

interface TickProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** Accessible name, where the label around it doesn't have it in full. */
  readonly name?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly onChange: (checked: boolean) => void;
  readonly onLeave?: (() => void) | undefined;
}

/** On the input alone: PrimeReact would repeat them on the element around it, which has no role. */
const described = ({ name, describedBy }: Pick<TickProps, 'name' | 'describedBy'>) => ({
  input: { 'aria-label': name, 'aria-describedby': describedBy },
});

/** A checkbox without its label. */
export const CheckBox = ({ checked, disabled, invalid, onChange, onLeave, ...rest }: TickProps) => (
  <Prime>
    <Checkbox
      checked={checked}
      disabled={disabled ?? false}
      invalid={invalid ?? false}
      icon={<Icon name="check" />}
      pt={described(rest)}
      onBlur={() => onLeave?.()}
      onChange={(event) => onChange(event.checked === true)}
    />
  </Prime>
);

/** A switch without its label, for a setting of its own. */
export const Switch = ({ checked, disabled, onChange, onLeave, ...rest }: TickProps) => (
  <Prime>
    <InputSwitch
      checked={checked}
      disabled={disabled ?? false}
      pt={described(rest)}
      onBlur={() => onLeave?.()}
      onChange={(event) => onChange(event.value === true)}
    />
  </Prime>
);

interface RadioProps extends Pick<TickProps, 'checked' | 'disabled' | 'name'> {
  /** The same for all choices of one question. */
  readonly group: string;
  readonly onPick: () => void;
}

/** One choice of several, without its label. */
export const Radio = ({ checked, disabled, group, name, onPick }: RadioProps) => (
  <Prime>
    <RadioButton
      name={group}
      checked={checked}
      disabled={disabled ?? false}
      pt={described({ name })}
      onChange={onPick}
    />
  </Prime>
);
