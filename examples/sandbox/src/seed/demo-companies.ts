import { rightsFor } from '@forecourt/core';
import { rightsRows } from '../auth/user-rights.ts';
import type { Store } from '../db/store.ts';
import { nameKey } from '../records/name-key.ts';
import { TOWNS, type Town } from '../reference/towns.ts';
import { ACCOUNTS, NORTH_HAUL } from './accounts.ts';
import { companyCode, companyName, personName } from './names.ts';
import type { Random } from './random.ts';

export interface DemoCompany {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly town: Town;
  readonly currency: 'CAD' | 'USD';
  readonly dueDays: number;
}

/** North Haul is seeded with the accounts and is the first company. */
const NORTH_HAUL_ID = 1;
const PROVIDER_NAMES = ['ESSO', 'Suncore', 'Comdata', 'Pipeline', 'TAPetro'];

const emailName = (name: string): string => (name.split(' ')[0] ?? '').toLowerCase();

function companyAt(number: number, random: Random): DemoCompany {
  const terms = random.pick([14, 21, 30]);
  if (number === 0) {
    const town = TOWNS.find(({ name }) => name === 'Sudbury') as Town;
    return { id: NORTH_HAUL_ID, name: NORTH_HAUL, code: 'NHC', town, currency: 'CAD', dueDays: 21 };
  }
  const town = random.pick(TOWNS);
  const name = companyName(number, town.country);
  return {
    id: NORTH_HAUL_ID + number,
    name,
    code: companyCode(name, number),
    town,
    currency: town.country === 'CA' ? 'CAD' : 'USD',
    dueDays: terms,
  };
}

function seedCustomers(store: Store, random: Random, companies: readonly DemoCompany[]): void {
  store.insertMany(
    'customers',
    companies.map((company) => {
      const { town } = company;
      const [first, last] = personName(random);
      return {
        id: company.id,
        company_id: company.id,
        cust_type: 'Carrier',
        name: company.name,
        name_key: nameKey(company.name),
        oprtng_name: company.name.split(' ').slice(0, 2).join(' '),
        cont_name: `${first} ${last}`,
        email: `accounts@${emailName(company.name)}.test`,
        phone: `${random.whole(204, 989)}555${random.digits(4)}`,
        address1: `${random.whole(10, 990)} ${town.road}`,
        billing_country: town.country,
        billing_state: town.province,
        billing_city: town.name,
        currency_id: company.currency,
        due_days: company.dueDays,
        tax_no: `${random.digits(9)}RT0001`,
        crm_id: `CRM-${4_000 + company.id}`,
        eob_id: `EOB-${random.digits(5)}`,
        broker: 'no',
        invoice_by: 'Email',
        customer_status: 'ACTIVE',
        rate_minor: random.whole(0, 450),
        order_cnt: random.whole(0, 90),
      };
    }),
  );
}

function seedMarkups(store: Store, random: Random, companies: readonly DemoCompany[]): void {
  store.insertMany(
    'provider_companies',
    PROVIDER_NAMES.map((name, index) => ({
      id: index + 1,
      name,
      ref: `FP-${100 + index}`,
      status: 'ACTIVE',
    })),
  );
  const network = (company: DemoCompany) => (company.currency === 'CAD' ? [1, 2, 4] : [3, 5]);
  store.insertMany(
    'markups',
    companies.flatMap((company) =>
      network(company)
        .filter(() => random.chance(0.7))
        .map((provider) => ({
          customer_id: company.id,
          company_id: company.id,
          provider_company_id: provider,
          value_e4: random.whole(5, 60) * 5,
          status: 'ACTIVE',
        })),
    ),
  );
}

/** Rights of the companies' users: more or less of their own data. */
const SEEN = [
  { view_fuel_cards: true, view_transactions: true, view_invoices: true },
  { view_fuel_cards: true, view_transactions: true },
  {
    manage_fuel_cards: true,
    view_transactions: true,
    view_invoices: true,
    view_reports: true,
  },
] as const;

/** People of the companies; without a password none of them can sign in. */
function seedUsers(store: Store, random: Random, companies: readonly DemoCompany[]): void {
  const people = companies.slice(1, 41).map((company, index) => {
    const name = personName(random);
    const phone = `${random.whole(204, 989)}555${random.digits(4)}`;
    const role = random.chance(0.2) ? 'Admin' : 'User';
    const flags = SEEN[index % SEEN.length] ?? {};
    return { id: ACCOUNTS.length + 1 + index, company, index, name, phone, role, flags };
  });
  store.insertMany(
    'users',
    people.map(({ company, id, index, name: [first, last], phone, role }) => {
      return {
        id,
        profileid: `P${2_001 + index}`,
        email: `${first}.${last}.${index}@${emailName(company.name)}.test`.toLowerCase(),
        first_name: first,
        last_name: last,
        phone,
        country: company.town.country,
        state: company.town.province,
        city: company.town.name,
        role,
        status: 'ACTIVE',
        company_id: company.id,
      };
    }),
  );
  store.insertMany(
    'user_rights',
    people.flatMap(({ flags, id, role }) => {
      // An Admin's rights come from the role only.
      const set = role === 'Admin' ? {} : flags;
      return rightsRows(id, rightsFor({ role, ofCompany: true, flags: set }));
    }),
  );
}

/** Companies with their customers, markups and users. */
export function seedCompanies(store: Store, random: Random, count: number): DemoCompany[] {
  const companies = Array.from({ length: count }, (_, number) => companyAt(number, random));
  store.insertMany(
    'companies',
    companies.slice(1).map((company) => ({
      id: company.id,
      name: company.name,
      name_key: nameKey(company.name),
      code: company.code,
      email: `office@${emailName(company.name)}.test`,
      phone: `${random.whole(204, 989)}555${random.digits(4)}`,
      address1: `${random.whole(10, 990)} ${company.town.road}`,
      country: company.town.country,
      state: company.town.province,
      city: company.town.name,
      business_type: 68,
      plan_type: 34,
      valid_till: '2030-12-31',
      status: 'ACTIVE',
      currency: company.currency,
    })),
  );
  seedCustomers(store, random, companies);
  seedMarkups(store, random, companies);
  seedUsers(store, random, companies);
  return companies;
}
