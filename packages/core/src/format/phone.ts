/**
 * Returns a phone number as its ten digits (USER-08): '(416) 555-0199', '416.555.0199' and '+1 416 555 0199' are
 * '4165550199'. Any other text stays as it is.
 *
 * @param text what was typed
 */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/[\s.()\u2010-\u2013-]/g, '').replace(/^\+1/, '');
  return /^\d{10}$/.test(digits) ? digits : text;
}
