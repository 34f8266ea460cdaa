import { defineResource } from '../../resource/define-resource.ts';
import { markupForm } from './markups.form.ts';
import { markupList } from './markups.list.ts';
import type { Markup } from './markups.schema.ts';

export const markups = defineResource<Markup>({
  ...markupList,
  form: markupForm,
});
