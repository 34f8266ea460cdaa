import type { FieldIssue, FormField } from '@forecourt/core';
import { CommandError, usageError } from '../command-error.ts';
import { EXIT } from '../exit-codes.ts';
import { attributeOf, flagOf, flagsOption, groupOf, isLoneFlag } from '../input/flag-names.ts';
import { flatFields, type ProvidedFields } from '../input/provided-fields.ts';
import { fieldIssue } from '../output/failures.ts';
import type { Work } from '../work.ts';
import type { Answer, Answers } from './drive.ts';
import { knownNames } from './provided-value.ts';

/** Codes of values in the wrong syntax: a usage error. Any other issue is a failed check. */
const MISWRITTEN: readonly string[] = [
  'required',
  'not_a_choice',
  'not_a_day',
  'not_a_number',
  'not_an_email',
  'not_an_instant',
];

const refusal = (name: string, flag: string, value: unknown) => (issue: FieldIssue) =>
  MISWRITTEN.includes(issue.code)
    ? usageError(`${issue.message} (${flag})`)
    : new CommandError(EXIT.inputRefused, issue.code, issue.message, {
        detail: `Nothing was sent. (${flag})`,
        issues: [fieldIssue(name, issue, { flag, value })],
      });

interface Source {
  readonly provided: ProvidedFields;
  /** The answer to every secret field: a password and its repetition. */
  readonly secret: string | undefined;
}

/** '--permissions a,b' answers each flag of its section: on when it is named, off otherwise. */
function flagNamed(fields: readonly FormField[], { section }: FormField, provided: unknown) {
  const flags = fields.filter((field) => field.input === 'flag' && field.section === section);
  const options = flags.map(({ label, name }) => ({ key: name, value: label }));
  const text = String(provided).trim().toLowerCase() === 'none' ? '' : provided;
  return knownNames(text, options, { flag: flagsOption(section), label: section });
}

/**
 * The answers that options, `--set` and `--data` give to a form's fields. Throws a usage error for
 * an unknown field.
 */
export function formAnswers(
  { operation, options }: Pick<Work, 'operation' | 'options'>,
  fields: readonly FormField[],
  { provided, secret }: Source,
): Answers {
  const group = groupOf(operation);
  const known = new Set(fields.map(({ name }) => name));
  const lenient = new Map<string, readonly [value: unknown, flag: string]>([
    ...flatFields(provided.data, known).map(
      ([name, value]) => [name, [value, `--data ${name}`]] as const,
    ),
    ...Object.entries(provided.set).map(
      ([name, value]) => [name, [value, `--set ${name}`]] as const,
    ),
  ]);
  refuseUnknown([...lenient.keys()], fields);
  const answers = fields.map((field): readonly [string, Answer] => {
    const { input, name } = field;
    if (field.secret) return [name, { flag: '--password-stdin', value: secret }];
    const lone = input === 'flag' && isLoneFlag(field, fields);
    const inList = input === 'flag' && !lone;
    const flag = inList ? flagsOption(field.section) : flagOf(group, name);
    const own = options[attributeOf(flag)];
    const [leniently, where] = lenient.get(name) ?? [undefined, flag];
    const offer = `--${field.offer?.name}`;
    if (field.offer && options[attributeOf(offer)] === true) {
      if (own !== undefined || leniently !== undefined) {
        throw usageError(`${where} and ${offer} both set ${field.label}: use one of them.`);
      }
      const { value } = field.offer;
      return [name, { flag: offer, value, refuse: refusal(name, offer, value) }];
    }
    if (own === undefined) {
      return [name, { flag: where, value: leniently, refuse: refusal(name, where, leniently) }];
    }
    const value = inList ? flagNamed(fields, field, own).includes(name) : own;
    return [name, { flag, value, refuse: refusal(name, flag, value) }];
  });
  return Object.fromEntries(answers);
}

function refuseUnknown(names: readonly string[], fields: readonly FormField[]): void {
  for (const name of names) {
    const field = fields.find((candidate) => candidate.name === name);
    if (field?.secret) {
      throw usageError(`${field.label} is a secret: use --password-stdin or the prompt.`);
    }
    if (field) continue;
    throw usageError(
      `There is no field '${name}' here; nothing was sent.`,
      `Fields: ${knownNamesOf(fields).join(', ')}.`,
    );
  }
}

/** Repeated groups appear once: 'lines.N.dtl_qty'. */
const knownNamesOf = (fields: readonly FormField[]): readonly string[] => [
  ...new Set(
    fields.filter(({ secret }) => !secret).map(({ name }) => name.replace(/\.\d+\./, '.N.')),
  ),
];
