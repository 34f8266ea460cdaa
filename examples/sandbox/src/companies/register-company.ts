import { companies, type Draft, isEmail, MESSAGES, phoneDigits, rightsFor } from '@forecourt/core';
import { type Actor, recordChange } from '../audit/audit.ts';
import { holdsAll } from '../auth/user-rights.ts';
import { DUE_DAYS } from '../customers/customer-wire.ts';
import type { Writer } from '../db/store.ts';
import { formOf, issuesOf, refuseField, refuseIssues, unacceptable } from '../forms/sent-record.ts';
import { permittedNow } from '../http/permit.ts';
import { type FieldError, Problem } from '../http/problem.ts';
import { isNameTaken, LOOKS_ALIKE, nameKey } from '../records/name-key.ts';
import { insertUser } from '../users/insert-user.ts';
import { companyCode } from './company-code.ts';

const form = formOf(companies);

/** The form's fields by their wire names (COMP-03). */
const FIELDS = {
  companyName: 'companyName',
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  phone: 'contactNumber',
  address1: 'streetAddress1',
  address2: 'streetAddress2',
  country: 'country',
  state: 'state',
  city: 'city',
  postalCode: 'zipCode',
} as const;
type WireName = keyof typeof FIELDS;
const WIRE_NAMES = Object.fromEntries(
  Object.entries(FIELDS).map(([wire, field]) => [field, wire]),
) as Record<string, string>;

/** Defaults of every new company. */
const FIXED = { businessType: 68, planType: 34, validTill: '2030-12-31' } as const;

export interface Registration {
  readonly values: Readonly<Record<WireName, string>>;
  readonly documentEmail: string;
  readonly password: string;
}

/** A registration, and the brand of the portal that sent it (INV-13). */
type Branded = Registration & { readonly brand: string };

/** Checks the body with core's form. Throws a 422 that names wire fields. */
export function registrationIn(body: Readonly<Record<string, unknown>>): Registration {
  const errors: FieldError[] = [];
  const textOf = (name: string): string => {
    const value = body[name] ?? '';
    if (typeof value === 'string') return value.trim();
    errors.push({ pointer: `/${name}`, detail: 'It must be text.' });
    return '';
  };
  const wire = Object.keys(FIELDS) as WireName[];
  const values = Object.fromEntries(wire.map((name) => [name, textOf(name)])) as Record<
    WireName,
    string
  >;
  const password = typeof body.pwd === 'string' ? body.pwd : textOf('pwd');
  const documentEmail = textOf('documentEmail') || values.email;
  if (documentEmail !== values.email && !isEmail(documentEmail)) {
    errors.push({ pointer: '/documentEmail', detail: MESSAGES.field.email });
  }
  for (const [name, value] of Object.entries(FIXED)) {
    if (body[name] === undefined || body[name] === value) continue;
    errors.push({ pointer: `/${name}`, detail: `${name} is always ${value}.` });
  }
  if ((body.companyCode ?? '') !== '') {
    const detail = 'The service gives each company its code. Leave companyCode blank.';
    errors.push({ pointer: '/companyCode', detail });
  }
  if (errors.length > 0) throw unacceptable(errors);
  const draft: Draft = Object.fromEntries(wire.map((name) => [FIELDS[name], values[name]]));
  const secrets = { password, confirmPassword: password };
  refuseIssues(
    issuesOf(form, { mode: 'create', draft, detail: undefined }, secrets),
    (name) => `/${WIRE_NAMES[name] ?? 'pwd'}`,
  );
  return { values: { ...values, phone: phoneDigits(values.phone) }, documentEmail, password };
}

const COMPANY_ADMIN = { role: 'Admin', ofCompany: true, flags: {} } as const;

/** Registering creates an Admin, and nobody can grant a role or rights that they lack (USER-09). */
function refuseBeyond({ account }: Actor): void {
  if (account.role === 'Admin' && holdsAll(account.screens, rightsFor(COMPANY_ADMIN))) return;
  throw new Problem(
    403,
    'A company’s first user is its Admin, with rights that you do not have. Ask an Admin to register it.',
  );
}

async function refuseTaken(tx: Writer, { values }: Registration): Promise<void> {
  if (await isNameTaken(tx, values.companyName)) {
    const detail = `There is a company of that name already. ${LOOKS_ALIKE}`;
    throw refuseField('/companyName', detail);
  }
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', values.email.toLowerCase())
    .executeTakeFirst();
  if (user) throw refuseField('/email', 'This email is taken.');
}

async function insertCompany(tx: Writer, at: string, sent: Branded): Promise<number> {
  const { values } = sent;
  const { id } = await tx
    .insertInto('companies')
    .values({
      name: values.companyName,
      name_key: nameKey(values.companyName),
      email: sent.documentEmail,
      phone: values.phone,
      address1: values.address1,
      address2: values.address2,
      country: values.country,
      state: values.state,
      city: values.city,
      postal_code: values.postalCode,
      first_name: values.firstName,
      last_name: values.lastName,
      business_type: FIXED.businessType,
      plan_type: FIXED.planType,
      valid_till: FIXED.validTill,
      status: 'ACTIVE',
      brand: sent.brand,
      currency: values.country === 'US' ? 'USD' : 'CAD',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const code = companyCode(values.companyName, id);
  await tx.updateTable('companies').set({ code }).where('id', '=', id).execute();
  return id;
}

/** The recipient of invoices. */
async function insertCustomer(tx: Writer, companyId: number, sent: Registration): Promise<void> {
  const { values } = sent;
  await tx
    .insertInto('customers')
    .values({
      company_id: companyId,
      cust_type: 'Carrier',
      name: values.companyName,
      name_key: nameKey(values.companyName),
      oprtng_name: values.companyName,
      cont_name: `${values.firstName} ${values.lastName}`,
      email: sent.documentEmail,
      phone: values.phone,
      address1: values.address1,
      billing_country: values.country,
      billing_state: values.state,
      billing_city: values.city,
      billing_zip_code: values.postalCode,
      currency_id: values.country === 'US' ? 'USD' : 'CAD',
      due_days: DUE_DAYS,
      eob_id: `EOB-${10_000 + companyId}`,
      broker: 'no',
      invoice_by: 'Email',
      customer_status: 'ACTIVE',
    })
    .execute();
}

/** The company's first user, its Admin. */
async function insertAdmin(
  tx: Writer,
  at: string,
  companyId: number,
  { values }: Registration,
  passwordHash: string,
): Promise<void> {
  await insertUser(
    tx,
    {
      email: values.email.toLowerCase(),
      first_name: values.firstName,
      last_name: values.lastName,
      phone: values.phone,
      address1: values.address1,
      country: values.country,
      state: values.state,
      city: values.city,
      postal_code: values.postalCode,
      role: 'Admin',
      status: 'ACTIVE',
      company_id: companyId,
      password_hash: passwordHash,
      created_at: at,
    },
    rightsFor(COMPANY_ADMIN),
  );
}

/** Registers a company with its customer and a first user who can sign in (COMP-03). Returns its id. */
export async function registerCompany(
  tx: Writer,
  caller: Actor,
  sent: Branded,
  passwordHash: string,
): Promise<number> {
  const actor = await permittedNow(tx, caller, 'companies.create');
  refuseBeyond(actor);
  await refuseTaken(tx, sent);
  const at = actor.at.toISOString();
  const id = await insertCompany(tx, at, sent);
  await insertCustomer(tx, id, sent);
  await insertAdmin(tx, at, id, sent, passwordHash);
  await recordChange(tx, actor, {
    action: 'companies.create',
    resource: 'companies',
    recordId: id,
    label: sent.values.companyName,
    companyId: id,
    changes: { ...sent.values, documentEmail: sent.documentEmail, brand: sent.brand },
  });
  return id;
}
