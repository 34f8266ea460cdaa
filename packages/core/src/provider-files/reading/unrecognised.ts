/** A reader of our own met what it does not know; another reader has to take the workbook. */
export class Unrecognised extends Error {}
