/** The scanner met XML that it does not know; another reader has to take the workbook. */
export class Unrecognised extends Error {}
