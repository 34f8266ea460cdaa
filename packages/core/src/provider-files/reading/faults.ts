/** Excel's text for an error, by its code in files. */
const ERROR_TEXTS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

export const errorFault = (code: number) => ({ fault: ERROR_TEXTS[code] ?? '#ERROR!' });

export const NO_RESULT = { fault: 'formula without a value' } as const;
export const NOT_A_NUMBER = { fault: 'not a number' } as const;
