import type { AnyListed, AnyResource, Decision, ListQuery } from '@forecourt/core';
import type { ComponentType } from 'react';
import type { IconName } from '../parts/Icon.tsx';
import { type PartOnDemand, partOnDemand } from '../parts/part-on-demand.tsx';
import type { Form } from './form/use-form.ts';

/** Props of a resource's own buttons above its list. */
export interface ListToolsProps {
  readonly definition: AnyListed;
  readonly actions: Readonly<Record<string, Decision>>;
  /** Called when the list no longer matches the service. */
  readonly onChanged: () => void;
}

/** Buttons above a list that a definition can't express, by resource. */
export const LIST_TOOLS: Readonly<Record<string, ComponentType<ListToolsProps>>> = {
  invoices: partOnDemand(() => import('../screens/invoices/BillingTools.tsx'), 'BillingTools'),
  transactions: partOnDemand(
    () => import('../screens/transactions/ImportTools.tsx'),
    'ImportTools',
  ),
};

/** Props of a picture of a list's rows. */
export interface ListPictureProps {
  readonly query: ListQuery;
  /** The page's rows; empty until they are loaded. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The other form of a list, shown above it on demand, by resource: a button's text and icon, and the picture. */
export const LIST_PICTURES: Readonly<
  Record<
    string,
    {
      readonly label: string;
      readonly icon: IconName;
      readonly Picture: ComponentType<ListPictureProps>;
    }
  >
> = {
  rates: {
    label: 'Over Time',
    icon: 'chart',
    Picture: partOnDemand(() => import('../screens/rates/RatesOverTime.tsx'), 'RatesOverTime'),
  },
  smartbuy: {
    label: 'Map',
    icon: 'pin',
    Picture: partOnDemand(() => import('../screens/smartbuy/SmartBuyMap.tsx'), 'SmartBuyMap'),
  },
};

/** Props of a row's own buttons, besides those from its definition. */
export interface RowToolsProps {
  readonly row: Readonly<Record<string, unknown>>;
  /** Name of the row: 'user P10003'. */
  readonly name: string;
}

/** Row buttons that a definition can't express, by resource. */
export const ROW_TOOLS: Readonly<Record<string, PartOnDemand<RowToolsProps>>> = {
  users: partOnDemand(() => import('../screens/users/PermissionButton.tsx'), 'PermissionButton', {
    silent: true,
  }),
};

/** Props of a resource's own parts of a form. */
export interface FormExtrasProps {
  readonly form: Form;
}

/** Content below a form's fields that isn't a field, by resource. */
export const FORM_EXTRAS: Readonly<Record<string, ComponentType<FormExtrasProps>>> = {
  companies: partOnDemand(
    () => import('../screens/companies/CompanyCaptcha.tsx'),
    'CompanyCaptcha',
  ),
  transactions: partOnDemand(
    async () => ({
      FormExtras: (await import('../screens/transactions/TransactionExtras.tsx')).FormExtras,
    }),
    'FormExtras',
  ),
};

/** Props of a resource's own parts of a record. */
export interface RecordExtrasProps {
  readonly record: Readonly<Record<string, unknown>>;
}

/** Content below a record's fields that isn't a field, by resource. */
export const RECORD_EXTRAS: Readonly<Record<string, ComponentType<RecordExtrasProps>>> = {
  transactions: partOnDemand(
    async () => ({
      RecordExtras: (await import('../screens/transactions/TransactionExtras.tsx')).RecordExtras,
    }),
    'RecordExtras',
  ),
};

/** Props of a resource's own page of a record. */
export interface RecordPageProps {
  readonly definition: AnyResource;
}

/** Pages of records that a definition can't express, by resource; loaded when one is opened. */
export const RECORD_PAGES: Readonly<
  Record<string, () => Promise<{ readonly default: ComponentType<RecordPageProps> }>>
> = {
  customers: async () => ({
    default: (await import('../screens/customers/CustomerScreen.tsx')).CustomerScreen,
  }),
};
