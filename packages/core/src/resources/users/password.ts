import { MESSAGES } from '../../messages/messages.ts';
import type { FieldIssue } from '../../resource/form.types.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

const LEAST_CHARACTERS = 12;

/** How passwords are compared: written the same way by every keyboard, in small letters. */
const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/**
 * What speaks against a new password: fewer than 12 characters ('too_short'), the e-mail or its name
 * ('is_email'), or one of the most used ('too_common'). Undefined where it may be taken (USER-08).
 * @example passwordIssue('adele.marchetti', 'adele.marchetti@forecourt.test')?.code // 'is_email'
 */
export function passwordIssue(password: string, email: string): FieldIssue | undefined {
  const texts = MESSAGES.password;
  if ([...password.normalize('NFC')].length < LEAST_CHARACTERS) {
    return { code: 'too_short', message: texts.short };
  }
  const provided = plain(password);
  const whole = plain(email);
  if (provided !== '' && (provided === whole || provided === whole.split('@')[0])) {
    return { code: 'is_email', message: texts.email };
  }
  return COMMON_PASSWORDS.has(provided) ? { code: 'too_common', message: texts.common } : undefined;
}
