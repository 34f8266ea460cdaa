import type { Need, Option } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import { words } from '../io/words.ts';

const SHOWN_CHOICES = 20;

/** 'CA (Canada)', or the one where both are the same. */
const choiceText = ({ key, value }: Option): string =>
  key.toLowerCase() === value.toLowerCase() ? value : `${key} (${value})`;

/** The choices for a second line; of very many, those like what was given, or the first. */
export function choicesText(options: readonly Option[], given = ''): string {
  if (options.length === 0) return 'There is nothing to choose from.';
  const like = options.filter(({ value }) => value.toLowerCase().includes(given.toLowerCase()));
  const offered = options.length > SHOWN_CHOICES && like.length > 0 ? like : options;
  const more = options.length - Math.min(offered.length, SHOWN_CHOICES);
  const shown = offered.slice(0, SHOWN_CHOICES).map(choiceText).join(', ');
  return `One of: ${shown}${more > 0 ? `, and ${more} more` : ''}.`;
}

const same = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** By its key, else by its text: 'CA' and 'canada' are Canada. */
function matches(options: readonly Option[], given: string): readonly Option[] {
  const byKey = options.filter(({ key }) => key === given);
  if (byKey.length > 0) return byKey;
  return options.filter(({ key, value }) => same(key, given) || same(value, given));
}

function choiceKey(need: Need & { readonly kind: 'choice' }, given: string, flag: string): string {
  const { label, options } = need;
  if (given.trim() === '') return '';
  const [found, ...others] = matches(options, given);
  if (found === undefined) {
    throw usageError(`${label} has no choice '${given}'. (${flag})`, choicesText(options, given));
  }
  if (others.length === 0) return found.key;
  throw usageError(
    `${label} has several choices '${given}': give the key. (${flag})`,
    choicesText([found, ...others]),
  );
}

/** ['monday'] from 'monday,friday', a list or a map. */
function namesOn(given: unknown): readonly string[] {
  if (Array.isArray(given)) return given.map(String);
  if (typeof given !== 'object' || given === null) return words(String(given)) ?? [];
  return Object.entries(given).flatMap(([name, on]) => (on === true ? [name] : []));
}

/** The names as they are offered, or a usage error that lists them. */
export function knownNames(
  given: unknown,
  options: readonly Option[],
  { flag, label }: { readonly flag: string; readonly label: string },
): readonly string[] {
  return namesOn(given).map((name) => {
    const [found] = matches(options, name);
    if (found) return found.key;
    throw usageError(`${label} has no '${name}'. (${flag})`, choicesText(options));
  });
}

const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0', ''];

function flagValue({ label }: Need, given: unknown, flag: string): boolean {
  const word = String(given).toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw usageError(`${label} is yes or no, not '${given}'. (${flag})`);
}

/** What an option or a document says, in the form that the need takes; a usage error where it can't be. */
export function valueFor(need: Need, given: unknown, flag: string): unknown {
  switch (need.kind) {
    case 'choice':
      return choiceKey(need, textOf(need, given, flag), flag);
    case 'flags':
      return knownNames(given, need.options, { flag, label: need.label });
    case 'flag':
      return flagValue(need, given, flag);
    case 'field':
      return textOf(need, given, flag);
    case 'confirmation':
    case 'file':
      return given;
  }
}

function textOf({ label }: Need, given: unknown, flag: string): string {
  if (typeof given !== 'object' || given === null) return String(given ?? '');
  throw usageError(`${label} is one value, not a list or an object. (${flag})`);
}

/** Does it say what is there already? Of a choice, by its key or its text. */
export function isSameValue(need: Need, given: unknown): boolean {
  if (need.kind === 'choice') {
    const now = need.options.find(({ key }) => key === need.value);
    return matches(now ? [now] : [], String(given)).length > 0 || given === need.value;
  }
  return need.kind === 'field' && String(given ?? '').trim() === (need.value ?? '').trim();
}
