/**
 * Built-in layouts of the transaction providers, as data. Their schema is in `layout.schema.ts`, layouts of
 * daily rates in `rates/layouts`; a provider never needs code of its own.
 */

import type { LayoutInput } from '../layout.schema.ts';
import { comdataLayout } from './comdata.layout.ts';
import { essoLayout } from './esso.layout.ts';
import { pipelineLayout } from './pipeline.layout.ts';
import { suncoreLayout } from './suncore.layout.ts';
import { tapetroLayout } from './tapetro.layout.ts';

/** Layouts of the five transaction providers. A deployment may replace them with its own. */
export const BUILT_IN_LAYOUTS: readonly LayoutInput[] = [
  essoLayout,
  suncoreLayout,
  comdataLayout,
  pipelineLayout,
  tapetroLayout,
];
