const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns whether the text has the form of an e-mail address (AUTH-01). */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);
