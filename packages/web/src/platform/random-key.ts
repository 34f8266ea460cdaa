/** A name that nobody else has. `crypto.randomUUID` is missing on pages that are not served securely. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('-');
