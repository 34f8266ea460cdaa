/** Markups of customers: a list, and the form that creates or changes one. */

import { defineResource } from '../../resource/define-resource.ts';
import { type MarkupField, markupForm } from './markups.form.ts';
import { type MarkupNames, markupList } from './markups.list.ts';
import type { Markup } from './markups.schema.ts';

/** Markups of customers on a fuel company's prices (MARK-01 to MARK-03). */
export const markups = defineResource<Markup, Markup, MarkupField, MarkupNames>({
  ...markupList,
  form: markupForm,
});
