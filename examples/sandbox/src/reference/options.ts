/** A choice as the wire writes it. */
export interface Option {
  readonly key: string;
  readonly value: string;
}

/** `options('CA Canada; US United States')`. */
export const options = (text: string): Option[] =>
  text.split(';').map((entry) => {
    const [key = '', ...value] = entry.trim().split(' ');
    return { key, value: value.join(' ') || key };
  });

/** The choice with that key; an empty one when there is none. */
export const labelOf = (all: readonly Option[], key: string): Option =>
  all.find((option) => option.key === key) ?? { key, value: key };
