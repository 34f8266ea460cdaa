import * as z from 'zod/mini';
import { instant, rows, text } from '../../resource/wire-values.ts';

/** An event of the trail, as in the list (SHELL-14). */
export const trailEventSchema = z.object({
  id: text(),
  at: instant(),
  /** One of `TRAIL_KINDS`: 'Import'. */
  kind: text(),
  /** What was done, in one sentence: 'Card …0012 set to HOLD'. */
  summary: text(),
  /** One of `TRAIL_RESULTS`: 'Done'. */
  result: text(),
  /** E-mail of the user who did it; '' if nobody was signed in. */
  actor: text(),
  /** Company for which it was done, if the user had switched to its account. */
  acting_as: text(),
  /** The record, as people name it: 'Card …0012'. */
  about: text(),
  /** The record to filter by: 'cards:15'. */
  record: text(),
  /** Name of the record's resource, and its id in routes. */
  resource: text(),
  link_id: text(),
  /** 'cards.update' */
  action: text(),
  request_id: text(),
});

/** A changed value. `before` is empty where nothing was there. */
const trailValueSchema = z.object({
  field: text(),
  label: text(),
  before: text(),
  after: text(),
});

/** A step of an import's run, in order. */
const trailStepSchema = z.object({
  step: text(),
  at: instant(),
  result: text(),
});

/** A single event: with each value before and after, and the steps of an import. */
export const trailDetailSchema = z.extend(trailEventSchema, {
  values: rows(trailValueSchema),
  steps: rows(trailStepSchema),
  /** How often; a repeated refusal is one event within an hour. */
  times: text(),
});

/**
 * An event of the trail.
 * @useDeclaredType
 */
export interface TrailEvent extends z.output<typeof trailEventSchema> {}
/**
 * An event with its values and steps.
 * @useDeclaredType
 */
export interface TrailEventDetail extends z.output<typeof trailDetailSchema> {}
/**
 * A value before and after.
 * @useDeclaredType
 */
export interface TrailChange extends z.output<typeof trailValueSchema> {}
/**
 * A step of an import.
 * @useDeclaredType
 */
export interface TrailStep extends z.output<typeof trailStepSchema> {}
