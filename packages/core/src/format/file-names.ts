/**
 * Returns a name that every file system, ZIP and header accepts, with no path in it: 'Z/../evil' becomes
 * 'Z_evil'. Letters, digits, '_', '-' and '.' stay; a name never begins with a dot.
 *
 * @param text the name that is wanted
 */
export const safeFileName = (text: string): string =>
  text.replace(/(?:[^\w.-]|\.{2,})+/g, '_').replace(/^\./, '_') || 'document';

/**
 * Returns a name that isn't among those `taken`, and adds it: 'receipt.pdf', then 'receipt (2).pdf'. Some file systems
 * ignore case, so 'Receipt.pdf' is taken, too.
 *
 * @param name the name that is wanted
 * @param taken the names in use, in lower case; the new one is added
 */
export function freeFileName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
    free = `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
  }
  taken.add(free.toLowerCase());
  return free;
}
