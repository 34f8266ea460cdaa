import type { Failure, Need } from '@forecourt/core';
import { useState } from 'react';
import { NeedField } from '../../fields/NeedField.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Notice } from '../../parts/Notice.tsx';

/** The part of a view that a dialog's body uses. */
interface Asking {
  readonly status: string;
  readonly step?: string;
  readonly needs?: readonly Need[];
  readonly error?: Failure;
}

/** Keeps the needs visible after the view no longer has any. */
export function useKept({ needs = [] }: Asking): readonly Need[] {
  const [kept, setKept] = useState(needs);
  if (needs.length > 0 && needs !== kept) setKept(needs);
  return needs.length > 0 ? needs : kept;
}

interface DialogNeedsProps {
  readonly view: Asking;
  readonly needs: readonly Need[];
  /** Why the last try failed. */
  readonly notice?: string | undefined;
  readonly disabled: boolean;
  readonly onEvent: (
    event:
      | { readonly type: 'field.changed'; readonly name: string; readonly value: unknown }
      | { readonly type: 'field.left'; readonly name: string },
  ) => void;
}

/** The fields of a dialog, with its error below them. */
export function DialogNeeds({ view, needs, notice, disabled, onEvent }: DialogNeedsProps) {
  return (
    <>
      {needs.map((need) => (
        <NeedField
          key={need.name}
          need={need}
          disabled={disabled}
          onChange={(value) => onEvent({ type: 'field.changed', name: need.name, value })}
          onLeave={() => onEvent({ type: 'field.left', name: need.name })}
        />
      ))}
      {view.step === 'resolving' && (
        <Notice tone="warn" role="status">
          <span className="spinner" aria-hidden="true" />
          The answer was lost. Asking the service for the outcome …
        </Notice>
      )}
      {!view.error && notice && (
        <Notice tone="warn" role="status">
          <Icon name="warning" />
          <span>{notice}</span>
        </Notice>
      )}
      {view.error && (
        <Notice tone="bad" role="alert">
          <Icon name="warning" />
          <span>
            <strong>{view.error.message}</strong> {view.error.detail}
          </span>
        </Notice>
      )}
    </>
  );
}
