import { AREAS } from './areas.ts';
import { CARDS } from './cards.ts';
import { EXTENSIONS } from './extensions.ts';
import { FORMS } from './forms.ts';
import { INVOICES } from './invoices.ts';
import { LISTS } from './lists.ts';
import { PEOPLE } from './people.ts';
import { SESSION } from './session.ts';
import { SHELL } from './shell.ts';
import { TRANSACTIONS } from './transactions.ts';

/** Every rule of the product by its id; `docs/reference/requirements.md` is generated from it. */
export const REQUIREMENTS = {
  ...SHELL,
  ...LISTS,
  ...FORMS,
  ...SESSION,
  ...CARDS,
  ...TRANSACTIONS,
  ...INVOICES,
  ...PEOPLE,
  ...AREAS,
  ...EXTENSIONS,
};

export type { Requirement } from './requirement.types.ts';
