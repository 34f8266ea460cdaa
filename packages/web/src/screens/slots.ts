import type { AnyListed, Decision } from '@forecourt/core';
import { type ComponentType, lazy } from 'react';
import type { Form } from '../views/form/use-form.ts';

/** What a resource's own buttons above its list are given. */
export interface ListToolsProps {
  readonly definition: AnyListed;
  readonly actions: Readonly<Record<string, Decision>>;
  /** Told when the list is no longer what the service has. */
  readonly onChanged: () => void;
}

/** Buttons above a list that a definition cannot say, by the resource's name. */
export const LIST_TOOLS: Readonly<Record<string, ComponentType<ListToolsProps>>> = {
  transactions: lazy(async () => ({
    default: (await import('./transactions/ImportTools.tsx')).ImportTools,
  })),
};

/** What a row's own buttons are given, beside those that its definition says. */
export interface RowToolsProps {
  readonly row: Readonly<Record<string, unknown>>;
  /** What to call the row: 'user P10003'. */
  readonly name: string;
}

/** A row's buttons that a definition cannot say, by the resource's name. */
export const ROW_TOOLS: Readonly<Record<string, ComponentType<RowToolsProps>>> = {
  users: lazy(async () => ({
    default: (await import('./users/PermissionButton.tsx')).PermissionButton,
  })),
};

/** What a resource's own parts of a form are given. */
export interface FormExtrasProps {
  readonly form: Form;
}

/** What stands below the fields of a form and is no field of it, by the resource's name. */
export const FORM_EXTRAS: Readonly<Record<string, ComponentType<FormExtrasProps>>> = {
  companies: lazy(async () => ({
    default: (await import('./companies/CompanyCaptcha.tsx')).CompanyCaptcha,
  })),
  transactions: lazy(async () => ({
    default: (await import('./transactions/TransactionExtras.tsx')).FormExtras,
  })),
};

/** What a resource's own parts of a record are given. */
export interface RecordExtrasProps {
  readonly record: Readonly<Record<string, unknown>>;
}

/** What stands below a record's fields and is none of them, by the resource's name. */
export const RECORD_EXTRAS: Readonly<Record<string, ComponentType<RecordExtrasProps>>> = {
  transactions: lazy(async () => ({
    default: (await import('./transactions/TransactionExtras.tsx')).RecordExtras,
  })),
};
