/** A unique name. `crypto.randomUUID` is missing on pages without HTTPS. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('-');
