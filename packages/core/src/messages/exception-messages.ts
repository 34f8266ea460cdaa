/** Texts of exceptions (TXN-18). Not among MESSAGES, which the sign-in page loads. */
export const EXCEPTION_MESSAGES = {
  noRows: 'No exceptions found.',
  noPurchases: 'The card has no purchases up to this one.',
  notJudged: 'Not judged',
  explained: 'Exception explained',
  explainFailed: 'The exception was not explained',
  dismissed: 'Exception dismissed',
  dismissFailed: 'The exception was not dismissed',
  reopened: 'Exception reopened',
  reopenFailed: 'The exception was not reopened',
  open: 'It is open already.',
  isOpen: 'Nothing was changed now.',
  settled: 'See in the list by whom and why. Nothing was changed now.',
  judged: 'Purchases judged',
  /** 'Purchases judged: 8,377 of all companies. Exceptions: 12 new, 1 changed, 0 closed.' */
  judgedCounts: (judged: string, scope: string, [opened, changed, closed]: readonly string[]) =>
    `Purchases judged: ${judged}${scope.replace(/\.$/, '')}. Exceptions: ${opened} new, ${changed} changed, ${closed} closed.`,
  /** Whose purchases were judged; a service may not say. */
  judgedOf: (company: unknown) => {
    if (typeof company !== 'string') return '';
    return company === '' ? ' of all companies' : ` of ${company}`;
  },
  judgedScope: 'All that you may see, whatever the list is filtered by',
  judgeFailed: 'The purchases were not judged',
  /** 'It was dismissed by ops@forecourt.test.' */
  already: (state: string, by: string) =>
    `It was ${state.toLowerCase()}${by === '' ? '' : ` by ${by}`} already.`,
} as const;
