const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Is it an e-mail address by its form (AUTH-01)? */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);
