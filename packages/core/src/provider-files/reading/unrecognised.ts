/** Our own reader found something it doesn't support; another reader must open the workbook. */
export class Unrecognised extends Error {}
