import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { passwordIssue } from './password.ts';

const EMAIL = 'adele.marchetti@forecourt.test';

describe('a new password', () => {
  it.each(['', 'a', 'password', 'Short-1!xyz', 'ééééééééééé'])(
    'USER-08 refuses %j for its length',
    (password) => {
      expect(passwordIssue(password, EMAIL)).toEqual({
        code: 'too_short',
        message: 'A password needs at least 12 characters',
      });
    },
  );

  it('USER-08 counts characters, not the bytes or code units that write them', () => {
    expect(passwordIssue('🚚🚛🚜🛻⛽🛢🚦🚧🛣🅿🧾', EMAIL)?.code).toBe('too_short');
    expect(passwordIssue('e\u0301'.repeat(11), EMAIL)?.code).toBe('too_short');
    expect(passwordIssue('e\u0301'.repeat(12), EMAIL)).toBeUndefined();
  });

  it.each(['adele.marchetti', 'Adele.Marchetti ', EMAIL, 'ADELE.MARCHETTI@FORECOURT.TEST'])(
    'USER-08 refuses %j, the name of the e-mail',
    (password) => {
      expect(passwordIssue(password, EMAIL)).toEqual({
        code: 'is_email',
        message: 'A password must differ from the email and its name',
      });
    },
  );

  it('USER-08 compares with no e-mail if none is known', () => {
    expect(passwordIssue(' '.repeat(12), '')).toBeUndefined();
    expect(passwordIssue(' '.repeat(12), '@forecourt.test')).toBeUndefined();
    expect(passwordIssue('forecourt.test', '@forecourt.test')).toBeUndefined();
  });

  it.each(['qwertyuiop12', '123456789012', 'PasswordPassword', 'password1234'])(
    'USER-08 refuses %j, a common password',
    (password) => {
      expect(passwordIssue(password, EMAIL)).toEqual({
        code: 'too_common',
        message: 'This password is one of the most used. Choose another',
      });
    },
  );

  it.each(['Forecourt-1!', 'correct horse battery', 'adele.marchetti-2026'])(
    'USER-08 accepts %j',
    (password) => {
      expect(passwordIssue(password, EMAIL)).toBeUndefined();
    },
  );

  it('USER-08 knows every long password among the ten thousand most common, and the next thousands', () => {
    const long = dictionary['passwords-common'].filter((password) => password.length >= 12);
    expect(long.length).toBeGreaterThan(300);
    expect([...COMMON_PASSWORDS]).toEqual(long);
  });
});
