// Texts that only forms need, kept apart so that lists don't load them.

/** Someone else changed the record in the meantime (WIRE-05). */
export const CONFLICT_MESSAGES = {
  title: 'Changed by someone else',
  message: (noun: string) =>
    `This ${noun} was changed while you were editing it. Keep mine saves what you changed and nothing that you left alone. Take theirs drops only what both of you changed; your other changes stay.`,
  changedBy: (actor: string, at: string) => `Last changed by ${actor} on ${at}.`,
  mine: 'Mine',
  theirs: 'Theirs',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  saveChoices: 'Save these choices',
  together: (labels: readonly string[]) => `Chosen together: ${labels.join(', ')}`,
  meanwhile: (changes: readonly { label: string; before: string; now: string }[]) =>
    `Changed by someone else meanwhile and kept: ${changes
      .map(({ before, label, now }) => `${label} (${before} became ${now})`)
      .join(', ')}.`,
  answersOther: 'It was given for another change. Give it again if it is asked for.',
  answerKept:
    'It was given before others changed the record. Save again if it still holds, or change it.',
  dropped: (labels: readonly string[], kept: boolean) =>
    `What someone else saved was taken. Dropped: ${labels.join(', ')}.${kept ? ' Your other changes are kept.' : ''}`,
  replaces: (theirs: readonly string[]) =>
    `Saved by someone else meanwhile: ${theirs.join(', ')}. If you save, what is here replaces it.`,
  edit: 'Go on editing',
  changed: (noun: string) =>
    `This ${noun} was changed by someone else meanwhile. Load it again before you change it.`,
  removeChanged: (noun: string) =>
    `This ${noun} was changed by someone else meanwhile. Look at it again before you delete it.`,
  gone: (noun: string) => `This ${noun} was deleted by someone else meanwhile.`,
  goneDetail: 'What you typed is still here.',
} as const;

/** Asks for the reason that a change of an invoice requires (INV-12). */
export const REASON_MESSAGES = {
  credit: (amount: string) => `Say why ${amount} of it is no longer due.`,
  raised: (amount: string) => `Say why ${amount} of it is due again.`,
  closed: (amount: string) => `Say why it is closed with ${amount} due.`,
  opened: (from: string, to: string) =>
    `Say why it goes back from ${from} to ${to}: what was locked can be changed then.`,
  long: (most: number) => `Reason may have at most ${most} characters`,
} as const;

/** Payments or reversals changed what is due while it was edited (INV-12, WIRE-05). */
export const MOVED_DUE_MESSAGES = {
  paid: (amount: string, due: string) =>
    `${amount} was paid meanwhile, and ${due} is due now. Make your change from there.`,
  reversed: (amount: string, due: string) =>
    `${amount} that was paid was taken back meanwhile, and ${due} is due now. Make your change from there.`,
} as const;

/** The amount of a purchase isn't what its figures add up to (TXN-06). */
export const UNUSUAL_AMOUNT_MESSAGES = {
  title: 'Is the amount right?',
  question: (section: string, expected: string, amount: string) =>
    `${section}: quantity, price and taxes add up to ${expected}, but the amount is ${amount}. Save it as it is?`,
  accept: 'Save as it is',
  reject: 'Go back',
} as const;

/** The same payment has already been registered (PAY-02). */
export const SAME_PAYMENT_MESSAGES = {
  title: 'Registered before?',
  question: (what: string, number: string, day: string) =>
    `${what} is registered on invoice ${number} already, dated ${day}. Register another one?`,
  early: (day: string, number: string, issued: string) =>
    `The payment is dated ${day}, and invoice ${number} was issued on ${issued}. Register it with that date?`,
  payment: (amount: string, mode: string, reference: string) =>
    `A payment of ${amount} by ${mode} with the reference ${reference}`,
  accept: 'Register another one',
  reject: 'Go back',
} as const;
