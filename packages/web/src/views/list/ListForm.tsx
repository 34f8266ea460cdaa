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
  /** Name of the resource whose form it is. */
  readonly resource: string;
  readonly id?: string | undefined;
  readonly provided?: Draft | undefined;
  /** What was typed when a session ended, to go on with (AUTH-09). */
  readonly saved?: SavedRun | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A form over a list; its definition comes when it is opened. */
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
