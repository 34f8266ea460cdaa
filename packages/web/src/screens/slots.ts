import type { AnyListed, Decision } from '@forecourt/core';
import { type ComponentType, lazy } from 'react';

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
