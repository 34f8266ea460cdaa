/** Whose records an account's rights cover (USER-07). */
export const SCOPE_MESSAGES = {
  title: 'Records',
  all: 'Sees the records of all companies.',
  only: (company: string) => `Sees the records of ${company} only.`,
  ownCompany: 'its own company',
  staff: 'None: staff of the provider, sees all companies',
  likeYou: 'None: staff of the provider, or of your company like you',
} as const;
