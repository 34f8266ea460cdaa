import { type Need, type Option, parseTyped } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { words } from '../input/words.ts';

const SHOWN_CHOICES = 20;

/** 'CA (Canada)', or just one of them when both are equal. */
const choiceText = ({ key, value }: Option): string =>
  key.toLowerCase() === value.toLowerCase() ? value : `${key} (${value})`;

/**
 * The choices for an error's second line; from a long list, those similar to the input, or the
 * first few.
 */
export function choicesText(options: readonly Option[], provided = ''): string {
  if (options.length === 0) return 'There is nothing to choose from.';
  const like = options.filter(({ value }) => value.toLowerCase().includes(provided.toLowerCase()));
  const offered = options.length > SHOWN_CHOICES && like.length > 0 ? like : options;
  const more = options.length - Math.min(offered.length, SHOWN_CHOICES);
  const shown = offered.slice(0, SHOWN_CHOICES).map(choiceText).join(', ');
  return `One of: ${shown}${more > 0 ? `, and ${more} more` : ''}.`;
}

const same = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Matches by key, else by text: 'CA' and 'canada' both mean Canada. */
function matches(options: readonly Option[], provided: string): readonly Option[] {
  const byKey = options.filter(({ key }) => key === provided);
  if (byKey.length > 0) return byKey;
  return options.filter(({ key, value }) => same(key, provided) || same(value, provided));
}

function choiceKey(
  need: Need & { readonly kind: 'choice' },
  provided: string,
  flag: string,
): string {
  const { label, options } = need;
  if (provided.trim() === '') return '';
  const [found, ...others] = matches(options, provided);
  if (found === undefined) {
    throw usageError(
      `${label} has no choice '${provided}'. (${flag})`,
      choicesText(options, provided),
    );
  }
  if (others.length === 0) return found.key;
  throw usageError(
    `${label} has several choices '${provided}': give the key. (${flag})`,
    choicesText([found, ...others]),
  );
}

/** Returns ['monday'] for 'monday', for a list, or for a map of flags. */
function namesOn(provided: unknown): readonly string[] {
  if (Array.isArray(provided)) return provided.map(String);
  if (typeof provided !== 'object' || provided === null) return words(String(provided)) ?? [];
  return Object.entries(provided).flatMap(([name, on]) => (on === true ? [name] : []));
}

/** Returns the names as offered. Throws a usage error that lists them for an unknown one. */
export function knownNames(
  provided: unknown,
  options: readonly Option[],
  { flag, label }: { readonly flag: string; readonly label: string },
): readonly string[] {
  return namesOn(provided).map((name) => {
    const [found] = matches(options, name);
    if (found) return found.key;
    throw usageError(`${label} has no '${name}'. (${flag})`, choicesText(options));
  });
}

const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0', ''];

function flagValue({ label }: Need, provided: unknown, flag: string): boolean {
  const word = String(provided).toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw usageError(`${label} is yes or no, not '${provided}'. (${flag})`);
}

/**
 * Converts the value of an option or a document to what the need takes. Throws a usage error when
 * it can't.
 */
export function valueFor(need: Need, provided: unknown, flag: string): unknown {
  switch (need.kind) {
    case 'choice':
      return choiceKey(need, textOf(need, provided, flag), flag);
    case 'flags':
      return knownNames(provided, need.options, { flag, label: need.label });
    case 'flag':
      return flagValue(need, provided, flag);
    case 'field':
      return textOf(need, provided, flag);
    case 'confirmation':
    case 'file':
      return provided;
  }
}

function textOf({ label }: Need, provided: unknown, flag: string): string {
  if (typeof provided !== 'object' || provided === null) return String(provided ?? '');
  throw usageError(`${label} is one value, not a list or an object. (${flag})`);
}

/** Whether the value equals the present one; a choice compares by key or by text, a number by value. */
export function isSameValue(need: Need, provided: unknown): boolean {
  if (need.kind === 'choice') {
    const now = need.options.find(({ key }) => key === need.value);
    return matches(now ? [now] : [], String(provided)).length > 0 || provided === need.value;
  }
  if (need.kind !== 'field') return false;
  const [one, other] = [String(provided ?? '').trim(), (need.value ?? '').trim()];
  if (one === other) return true;
  if (need.input !== 'decimal' && need.input !== 'integer') return false;
  const [left, right] = [parseTyped(one), parseTyped(other)];
  return left !== undefined && right !== undefined && left.equals(right);
}
