/** Header of the column that says why a row was refused; a check passes over it. */
export const REASON_HEADER = 'Forecourt reason';

/** Header of the column that says which row of its original file a row was. */
export const MARK_HEADER = 'Forecourt row';

/** Hidden sheet of a file of refused rows, with what must be known to count its rows aright. */
export const NOTES_SHEET = 'Forecourt';
