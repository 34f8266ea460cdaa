/** Header of the column with the reason why a row was refused; checks ignore it. */
export const REASON_HEADER = 'Forecourt reason';

/** Header of the column with the row's position in its original file. */
export const MARK_HEADER = 'Forecourt row';

/** Hidden sheet in a file of refused rows, with the data needed to count its rows correctly. */
export const NOTES_SHEET = 'Forecourt';
