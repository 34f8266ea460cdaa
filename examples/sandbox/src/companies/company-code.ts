/** Returns a company's code (COMP-03): the first letters or digits of its name's words, at most three, and its id. */
export function companyCode(name: string, id: number): string {
  const words = Array.from(name.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word);
  const initials = words.slice(0, 3).map((word) => [...word][0] ?? '');
  return `${initials.join('').toUpperCase()}${id}`;
}
