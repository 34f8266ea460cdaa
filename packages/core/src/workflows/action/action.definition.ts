import * as z from 'zod/mini';
import type { ActionDefinition } from '../../resource/form.types.ts';
import type { AnyResource } from '../../resource/resource.types.ts';

/**
 * Returns an action as a form that ends in one call, so that its fields, choices and call are handled like
 * any form's. The workflow supplies the call itself, because that needs the selected rows.
 */
export function formOf(action: ActionDefinition): AnyResource {
  const { fields, label, name, starts, submitLabel = label, texts, title = label } = action;
  return {
    name,
    noun: [label, label],
    menu: 'dashboard',
    menuLabel: label,
    route: '',
    schema: z.unknown(),
    id: () => '',
    list: { title, path: '', columns: [], texts: { none: '', noRows: '' } },
    form: {
      titles: { create: title },
      submitLabels: { create: submitLabel },
      fields: () => fields,
      draft: (_detail, provided) => ({
        ...Object.fromEntries(fields.map((field) => [field.name, ''])),
        ...starts,
        ...provided,
      }),
      texts: { created: texts.success, createFailed: texts.failure },
      after: 'close',
    },
  };
}
