import type { StateDefinition } from '../../resource/resource.types.ts';

/** What an event of the trail is about, as people filter by it (SHELL-14). */
export const TRAIL_KINDS = [
  { name: 'Change', means: 'A record was created, changed or deleted.' },
  { name: 'Import', means: 'A file was imported: purchases or rates.' },
  { name: 'Payment', means: 'A payment was registered or taken back.' },
  { name: 'E-mail', means: 'An invoice or a report was sent by e-mail.' },
  { name: 'Report', means: 'A report was made.' },
  { name: 'Night', means: 'A night handed in its report.' },
  { name: 'Download', means: 'A file was exported or downloaded.' },
  { name: 'Sign-in', means: 'Somebody signed in or out, ended a session or changed the password.' },
  { name: 'Switch', means: 'Somebody switched to a company’s account, or back.' },
  { name: 'Refusal', means: 'A sign-in or a call was refused.' },
] as const;

/** A kind of event: 'Import'. */
export type TrailKind = (typeof TRAIL_KINDS)[number]['name'];

/** How an action ended. */
export const TRAIL_RESULTS: readonly StateDefinition[] = [
  { value: 'Done', tone: 'good', means: 'It was done completely.' },
  { value: 'Partly', tone: 'warn', means: 'Some rows were rejected.' },
  { value: 'Unconfirmed', tone: 'warn', means: 'It was begun; nobody knows whether it arrived.' },
  { value: 'Failed', tone: 'bad', means: 'It was begun and failed; nothing was entered.' },
  { value: 'Refused', tone: 'bad', means: 'It was not allowed.' },
];

const KINDS: readonly (readonly [RegExp, TrailKind])[] = [
  [/^refused\.|\.refused$/, 'Refusal'],
  [/^switch\./, 'Switch'],
  [/^session\.|^profile\.password$/, 'Sign-in'],
  [/^transactions\.import|^rates\.upload$/, 'Import'],
  [/^payments\.(create|reverse)$/, 'Payment'],
  [/^(invoices|reports)\.email$/, 'E-mail'],
  [/^nights\./, 'Night'],
  [/^reports\./, 'Report'],
  [/\.(export|download|template|attachments|statement)$/, 'Download'],
];

/**
 * Returns the kind of an action: 'payments.create' → 'Payment'.
 *
 * @param action the trail's name of it
 */
export const trailKind = (action: string): TrailKind =>
  KINDS.find(([pattern]) => pattern.test(action))?.[1] ?? 'Change';
