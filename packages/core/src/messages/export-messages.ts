/** Texts about the export of a list's rows (LIST-15); lists load them, sign-in does not. */
export const EXPORT_MESSAGES = {
  none: 'There is nothing to export.',
  title: (count: number, noun: string) => `Export ${count.toLocaleString('en')} ${noun}`,
  saved: (title: string) => `${title} Exported Successfully`,
  failed: (nouns: string) => `Error while exporting ${nouns}.`,
  tooMany: (count: number, most: number, nouns: string) =>
    `A browser saves at most ${most.toLocaleString('en')} rows at a time, and ${count.toLocaleString('en')} ${nouns} match. Narrow the filter, or export them with the command line.`,
  changed: (counted: number, saved: number) =>
    `The list changed meanwhile: ${counted.toLocaleString('en')} rows were counted, and the file has the ${saved.toLocaleString('en')} that matched when it was made.`,
  short: (counted: number, saved: number) =>
    `The answer was cut off: the file has ${saved.toLocaleString('en')} of ${counted.toLocaleString('en')} rows.`,
  picked: (picked: number, saved: number) =>
    `${picked.toLocaleString('en')} rows were picked, and the file has ${saved.toLocaleString('en')}: the others don’t exist, or you may not read them.`,
} as const;
