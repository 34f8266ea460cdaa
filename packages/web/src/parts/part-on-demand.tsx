import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { type Loadable, loadableAgain, useLoaded } from './loadable.ts';

/** How a part is shown while its code is missing. */
interface Meanwhile<Props> {
  /** Shown until the code is there; by default nothing. */
  readonly waiting?: (props: Props) => ReactNode;
  /** A part of which a page has many says nothing when it can't be loaded: the page would say it as often. */
  readonly silent?: true;
}

/** A part of a page whose code loads when it is first shown, or ahead by `useAhead`. */
export type PartOnDemand<Props extends object> = ComponentType<Props> & {
  readonly code: Loadable<ComponentType<Props>>;
};

interface PartProps<Props extends object> extends Meanwhile<Props> {
  readonly code: Loadable<ComponentType<Props>>;
  readonly props: Props;
}

function Part<Props extends object>({ code, props, silent, waiting }: PartProps<Props>) {
  const { value: Loaded, failed, retry } = useLoaded(code);
  // Tried again by itself as soon as there is a network.
  useEffect(() => {
    if (!failed) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [failed, retry]);
  if (Loaded) return <Loaded {...props} />;
  return (
    <>
      {waiting?.(props)}
      {failed && !silent && (
        <p className="quiet" role="alert">
          This part could not be loaded.{' '}
          <button type="button" className="link" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </>
  );
}

/**
 * Makes a part of a page whose code loads when it is first shown. Loaded ahead, it is drawn together with what is around
 * it, so that nothing moves when it appears. If the code can't be loaded, the part says so in its place and can be tried
 * again: the page around it, and what was typed or picked there, stays as it is.
 */
export function partOnDemand<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  meanwhile: Meanwhile<Props> = {},
): PartOnDemand<Props> {
  const code = loadableAgain(load, name);
  return Object.assign((props: Props) => <Part code={code} props={props} {...meanwhile} />, {
    code,
  });
}

/** Loads these parts while it is mounted; true once they are there, or when one can't be loaded. */
export function useAhead(parts: readonly { readonly code: Loadable<unknown> }[]): boolean {
  const missing = parts.filter(({ code }) => code.value === undefined).length;
  const [failed, setFailed] = useState(false);
  const [, setLoaded] = useState(missing);
  useEffect(() => {
    if (missing === 0) return;
    let left = false;
    Promise.all(parts.map(({ code }) => code.load())).then(
      () => left || setLoaded(0),
      () => left || setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [parts, missing]);
  return missing === 0 || failed;
}
