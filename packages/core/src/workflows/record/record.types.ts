import type { Decision, MenuAccess } from '../../permissions/index.ts';
import type { AnyResource } from '../../resource/resource.types.ts';
import type { View } from '../view.ts';

export interface RecordPorts<Detail> {
  readonly definition: AnyResource;
  fetchRecord(id: string, signal: AbortSignal): Promise<Detail>;
  access(): MenuAccess | undefined;
}

export interface RecordInput {
  readonly id: string;
}

export type RecordEvent = { readonly type: 'reload' } | { readonly type: 'retry' };

export interface RecordData<Detail> {
  readonly id: string;
  readonly record: Detail | undefined;
  readonly actions: Readonly<Record<string, Decision>>;
}

export type RecordView<Detail> = View<
  'loading' | 'ready',
  'reload' | 'retry',
  RecordData<Detail>,
  never
>;
