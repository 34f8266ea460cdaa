import { MESSAGES } from '../../messages/messages.ts';
import type { FieldIssue } from '../../resource/form.types.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

const LEAST_CHARACTERS = 12;

/** Normalises a password for comparison: Unicode NFC, lower case. */
const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/**
 * Returns why a new password is refused: fewer than 12 characters ('too_short'), the e-mail or its local
 * part ('is_email'), or a common one ('too_common'). Returns undefined if it is acceptable (USER-08).
 *
 * @param password what was typed
 * @param email the user's address
 * @example passwordIssue('adele.marchetti', 'adele.marchetti@forecourt.test')?.code // 'is_email'
 */
export function passwordIssue(password: string, email: string): FieldIssue | undefined {
  const texts = MESSAGES.password;
  if ([...password.normalize('NFC')].length < LEAST_CHARACTERS) {
    return { code: 'too_short', message: texts.short };
  }
  const typed = plain(password);
  const whole = plain(email);
  if (typed !== '' && (typed === whole || typed === whole.split('@')[0])) {
    return { code: 'is_email', message: texts.email };
  }
  return COMMON_PASSWORDS.has(typed) ? { code: 'too_common', message: texts.common } : undefined;
}
