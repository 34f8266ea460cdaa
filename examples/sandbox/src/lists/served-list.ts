import type { Action, AnyListed } from '@forecourt/core';
import type { Hono } from 'hono';
import type { TableName } from '../db/schema.ts';
import type { AppEnv } from '../http/env.ts';
import { type ListRoute, listRoutes } from './list-routes.ts';
import { type WholeList, wholeListRoutes } from './whole-list-routes.ts';

/** Serves a list that is only read, where and to whom its definition in core says: its pages, and its rows as a file. */
export function servedList<T extends TableName>(
  app: Hono<AppEnv>,
  definition: AnyListed,
  {
    exported,
    ...route
  }: Pick<ListRoute<T>, 'besides' | 'list' | 'present'> & Pick<WholeList<T>, 'exported'>,
): void {
  wholeListRoutes(app, definition, { list: route.list, ...(exported && { exported }) });
  const action = `${definition.name}.list` as Action;
  listRoutes(app, { path: `/${definition.list.path}`, action, ...route });
}
