import { type ComponentType, useEffect } from 'react';
import { type Loadable, loadableAgain, useLoaded } from '../parts/loadable.ts';
import { useToast } from './Toasts.tsx';

interface Closable {
  readonly onClose?: () => void;
  readonly onReject?: () => void;
}

interface OnDemandProps<Props> {
  readonly part: Loadable<ComponentType<Props>>;
  readonly props: Props & Closable;
}

function OnDemand<Props extends object>({ part, props }: OnDemandProps<Props>) {
  const toast = useToast();
  const { value: Loaded, failed } = useLoaded(part);
  const { onClose, onReject } = props;
  useEffect(() => {
    if (!failed) return;
    toast('bad', 'This dialog could not be loaded.', 'Check your connection, then open it again.');
    (onClose ?? onReject)?.();
  }, [failed, toast, onClose, onReject]);
  if (Loaded) return <Loaded {...props} />;
  if (failed) return null;
  return (
    <p className="dialog-wait panel" role="status">
      <span className="spinner" aria-hidden="true" />
      Loading …
    </p>
  );
}

/**
 * A dialog whose code loads when it opens. If that fails, a toast says so and the dialog counts as closed: the screen
 * keeps its state, and the next press tries again. Spread `near` on the button that opens it, so that a press rarely
 * waits.
 */
export function dialogOnDemand<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  const part = loadableAgain(load, name);
  const near = { onPointerEnter: part.warm, onPointerDown: part.warm, onFocus: part.warm };
  return Object.assign((props: Props & Closable) => <OnDemand part={part} props={props} />, {
    near,
  });
}
