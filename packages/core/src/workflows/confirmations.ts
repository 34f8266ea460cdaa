import { MESSAGES } from '../messages/messages.ts';
import type { FormWarning } from '../resource/form.types.ts';
import type { Need } from './view.ts';

const confirmation = (
  name: string,
  label: string,
  texts: { readonly message: string; readonly accept: string; readonly reject: string },
): Need => ({
  kind: 'confirmation',
  name,
  label,
  required: true,
  answered: false,
  issues: [],
  ...texts,
});

/** Asks before leaving with unsaved changes: `leave`, true or false (FORM-01). */
export const confirmLeave = (): Need => {
  const { header, leave: accept, message, stay: reject } = MESSAGES.leave;
  return confirmation('leave', header, { message, accept, reject });
};

/**
 * Asks before deleting permanently: `confirm`, true or false (LIST-04). `changed`: someone changed the
 * record since it was loaded (WIRE-05). `note` says what stays of it.
 */
export const confirmRemove = (changed = false, note = ''): Need => {
  const { cancel: reject, confirm: accept } = MESSAGES.remove;
  const question = changed ? MESSAGES.remove.changed : MESSAGES.remove.message;
  const message = note === '' ? question : `${question} ${note}`;
  return confirmation('confirm', accept, { message, accept, reject });
};

/** Asks before creating a record that seems to exist already: `confirm`, true or false (PAY-04). */
export const confirmSave = (
  // biome-ignore lint/suspicious/noExplicitAny: only the definition knows the record's type
  { accept, reject, title }: Pick<FormWarning<any>, 'accept' | 'reject' | 'title'> = {
    ...{ accept: 'Yes', reject: 'No', title: '' },
  },
  message = '',
): Need => confirmation('confirm', title, { message, accept, reject });
