import {
  type AnyResource,
  type Draft,
  findResource,
  type SavedRun,
  startingDays,
} from '@forecourt/core';
import { useEffect, useState } from 'react';
import { FormDialog } from '../form/FormDialog.tsx';

interface ListFormProps {
  /** The form's resource. */
  readonly resource: string;
  readonly id?: string | undefined;
  readonly provided?: Draft | undefined;
  /** Input kept when a session ended, to continue with (AUTH-09). */
  readonly saved?: SavedRun | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A form over a list; its definition loads when it opens. */
export function ListForm({ resource, provided, ...rest }: ListFormProps) {
  const [definition, setDefinition] = useState<AnyResource>();
  useEffect(() => {
    let left = false;
    void findResource(resource)
      ?.loadDefinition()
      .then((whole) => left || setDefinition(whole));
    return () => {
      left = true;
    };
  }, [resource]);
  if (definition === undefined) return null;
  return (
    <FormDialog
      definition={definition}
      keptAs={{ resource }}
      {...rest}
      provided={provided && { ...startingDays(definition), ...provided }}
    />
  );
}
