import { expect, it } from 'vitest';
import { checkFields } from '../../resource/form-rules.ts';
import { dailyRates } from './rates.rules.ts';

it('RATE-01 asks for one of three providers', () => {
  const [provider] = dailyRates.fields;
  expect(provider?.options).toEqual(
    ['TA-Petro', 'Pipeline', 'Esso'].map((name) => ({ key: name, value: name })),
  );
  const message = (value: string) =>
    checkFields(dailyRates.fields, { provider: value }).provider?.[0]?.message;
  expect(message('')).toBe('This is required field');
  expect(message('ESSO')).toBe('Fuel Provider must be one of the choices');
  expect(message('Esso')).toBeUndefined();
});

it('RATE-01 accepts only .xls and .xlsx of at most 1,000,000 bytes', () => {
  expect(dailyRates.accept).toEqual(['.xls', '.xlsx']);
  expect(dailyRates.maxBytes).toBe(1_000_000);
  expect(dailyRates.texts).toMatchObject({
    required: 'File is required',
    wrongType: expect.stringMatching(/\.xls, \.xlsx/),
    tooLarge: expect.stringMatching(/1,?000,?000 bytes/),
  });
});

it('RATE-01 has its title, button and toasts, and needs read', () => {
  expect(dailyRates).toMatchObject({
    action: 'rates.upload',
    label: 'Upload Daily Rates',
    submitLabel: 'Send',
    texts: {
      success: 'Upload daily rates successfully!',
      failure: 'Error while uploading daily rates.',
    },
  });
});

it('RATE-02 names the provider in the URL', () => {
  expect(dailyRates.path).toBe('upload-daily-rates');
  expect(dailyRates.query?.({ provider: 'TA-Petro' })).toEqual([['Type', 'TA-Petro']]);
});

it('RATE-01 sends accepted guards along with the file, and no others', () => {
  expect(dailyRates.also?.({ provider: 'Esso' })).toEqual([]);
  expect(dailyRates.also?.({ provider: 'Esso', accept: 'RATE-DATE, RATE-CHANGE,' })).toEqual([
    ['accept', 'RATE-DATE'],
    ['accept', 'RATE-CHANGE'],
  ]);
});
