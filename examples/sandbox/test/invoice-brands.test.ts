import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { setCompanyBrand } from '../src/operations/company-brand.ts';
import { openDatabase } from '../src/operations/databases.ts';
import { createDatabase, ON_POSTGRES } from './database.ts';
import { ADMIN, IN_TESTS, openSandbox, signIn } from './helpers.ts';
import { pdfCommands, pdfText } from './pdf-text.ts';

const folder = await mkdtemp(join(tmpdir(), 'forecourt-brands-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const COMPANY = {
  firstName: 'Ada',
  lastName: 'Reid',
  phone: '7055550123',
  address1: '12 Quay Street',
  country: 'CA',
  state: 'ON',
  city: 'Sudbury',
  postalCode: 'P3E 1A1',
  pwd: 'Harbour-Front-88!',
};
const invoice = (number: string, company: string) => ({
  invoice_number: number,
  company_name: company,
  issued_date: '2026-11-01',
  due_date: '2026-11-30',
  start_date: '2026-10-01T00:00',
  end_date: '2026-10-31T23:59',
  status: 'Open',
  total_amount: 10,
  amount_due: 10,
  currency: 'CAD',
});

/** A place whose data another connection can reach. */
const place = async (name: string) =>
  ON_POSTGRES
    ? { databaseUrl: await createDatabase(IN_TESTS), dataDir: join(folder, name) }
    : { dataDir: join(folder, name) };

async function opened(name: string, options: { brandsFile?: string } = {}) {
  const at = await place(name);
  const outboxDir = join(folder, `${name}-outbox`);
  const sandbox = await openSandbox({ ...at, ...options, outboxDir });
  const admin = await signIn(sandbox, ADMIN);
  const register = async (host: string, company: string) => {
    const email = `office@${company.split(' ')[0]?.toLowerCase()}.test`;
    const body = { ...COMPANY, companyName: company, email, documentEmail: email };
    const answer = await admin.at(`http://${host}`).call('fuel-company/register', { body });
    expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
  };
  const bill = async (number: string, company: string) => {
    const made = await admin.call('spol/invoices/', { body: invoice(number, company) });
    expect([made.status, await made.text()]).toEqual([201, expect.any(String)]);
  };
  const pdfOf = async (number: string) =>
    (await admin.call(`spol/invoices/${number}/download`)).arrayBuffer();
  const mailOf = async (number: string) => {
    const path = `email-invoice?type=spol/invoices&id=${number}`;
    expect((await admin.call(path, { method: 'POST' })).status).toBe(202);
    const mails = await Promise.all(
      (await readdir(outboxDir)).map((file) => readFile(join(outboxDir, file), 'utf8')),
    );
    return mails.find((mail) => mail.includes(`Subject: Invoice ${number}\r\n`)) ?? '';
  };
  return { at, register, bill, pdfOf, mailOf, admin };
}

it('INV-13 PDF and e-mail carry the brand of the portal that registered the company; another company keeps the default', async () => {
  const { register, bill, pdfOf, mailOf } = await opened('built-in');
  await register('fuel.harbour.example', 'Quayside Movers Ltd.');
  await bill('H-1', 'Quayside Movers Ltd.');
  await bill('F-1', 'North Haul Carriers Ltd.');

  const harbour = pdfText(await pdfOf('H-1'));
  expect(harbour.split('\n')).toContain('Harbour Petroleum');
  expect(harbour).toContain('Harbour Petroleum · Invoice H-1');
  expect(harbour).toContain('Cheque: payable to Harbour Petroleum');
  expect(harbour).not.toContain('Forecourt');
  const forecourt = pdfText(await pdfOf('F-1'));
  expect(forecourt.split('\n')).toContain('Forecourt');
  expect(forecourt).toContain('Forecourt Fleet Services Inc. · Invoice F-1');
  expect(forecourt).not.toContain('Harbour');

  const harbourMail = await mailOf('H-1');
  expect(harbourMail).toContain('From: Harbour Petroleum Billing <billing@forecourt.test>\r\n');
  expect(harbourMail).toContain('\r\n\r\nHarbour Petroleum\r\n');
  expect(harbourMail).not.toContain('Forecourt Fleet Services Inc.');
  const forecourtMail = await mailOf('F-1');
  expect(forecourtMail).toContain('From: Forecourt Billing <billing@forecourt.test>\r\n');
  expect(forecourtMail).toContain('\r\n\r\nForecourt Fleet Services Inc.\r\n');
  expect(forecourtMail).not.toContain('Harbour');
});

it("INV-13 the PDF wears the brand's colour: #1a5aa8 of Harbour, #0a6570 of the default", async () => {
  const { at, admin, pdfOf } = await opened('colours');
  const HARBOUR = '0.10196078431372549 0.35294117647058826 0.6588235294117647 scn';
  const FORECOURT = '0.0392156862745098 0.396078431372549 0.4392156862745098 scn';
  const { content } = await admin.json('spol/invoices/?size=1');
  const [{ company_name: company, invoice_number: number }] = content;
  const before = pdfCommands(await pdfOf(number));
  expect([before.includes(HARBOUR), before.includes(FORECOURT)]).toEqual([false, true]);

  const database = await openDatabase(at);
  await setCompanyBrand(database, undefined, { company, brand: 'harbour' });
  await expect(setCompanyBrand(database, undefined, { company, brand: 'harbor' })).rejects.toThrow(
    'There is no brand "harbor"; the brands are forecourt, harbour, prairie, northline.',
  );
  await expect(
    setCompanyBrand(database, undefined, { company: 'Nobody', brand: 'harbour' }),
  ).rejects.toThrow('There is no company "Nobody".');
  await database.close();
  const after = pdfCommands(await pdfOf(number));
  expect([after.includes(HARBOUR), after.includes(FORECOURT)]).toEqual([true, false]);
});

it("INV-13 names and colours are those of the deployment's brands file; an unknown brand is its default", async () => {
  const brandsFile = join(folder, 'brands.json');
  const brand = (id: string, name: string, host: string, accent: string) => ({
    id,
    name,
    hosts: [host],
    logo: '/a.svg',
    favicon: '/a.svg',
    colors: { accent: [accent, '#ffffff'] },
  });
  const summit = brand('summit', 'Summit Fleet', 'fuel.summit.example', '#7a2048');
  const vale = brand('vale', 'Vale, Sons & "Co"', 'fuel.vale.example', '#336699');
  await writeFile(brandsFile, JSON.stringify([{ ...summit, fallback: true }, vale]));
  const { register, bill, pdfOf, mailOf, admin } = await opened('own', { brandsFile });
  await register('fuel.vale.example', 'Valley Freight Ltd.');
  await bill('V-1', 'Valley Freight Ltd.');
  const pdf = await pdfOf('V-1');
  expect(pdfText(pdf)).toContain('Vale, Sons & "Co" · Invoice V-1');
  expect(pdfCommands(pdf)).toContain('0.2 0.4 0.6 scn');
  expect(await mailOf('V-1')).toContain(
    'From: "Vale, Sons & \\"Co\\" Billing" <billing@forecourt.test>\r\n',
  );

  // Its own address and contact; the rest, and what isn't a text, is the default sender's.
  const sender = {
    name: 'Vale Fuels Cooperative',
    address: ['9 Mill Lane', 'Fredericton, NB  E3B 1A1'],
    email: 'accounts@vale.example',
    phone: 5065550188,
    accounts: { CAD: 'Institution 219 · Account 7' },
  };
  await writeFile(
    brandsFile,
    JSON.stringify([
      { ...summit, fallback: true },
      { ...vale, sender },
    ]),
  );
  const own = pdfText(await pdfOf('V-1'));
  expect(own).toContain('Vale Fuels Cooperative\n9 Mill Lane\nFredericton, NB  E3B 1A1\n');
  expect(own).toContain('Transfer: Institution 219 · Account 7');
  expect(own).toContain('Questions: accounts@vale.example, 416 555 0170');
  expect(own).not.toContain('Bay Street');
  const sent = await admin.call('email-invoice?type=spol/invoices&id=V-1', { method: 'POST' });
  expect(sent.status).toBe(202);
  const mails = await readdir(join(folder, 'own-outbox'));
  const texts = await Promise.all(
    mails.map((file) => readFile(join(folder, 'own-outbox', file), 'utf8')),
  );
  expect(texts.filter((text) => text.includes('<accounts@vale.example>\r\n'))).toHaveLength(1);

  // A report has the brand of the portal that staff are at.
  const report = async (host: string) => {
    const answer = await admin
      .at(`http://${host}`)
      .call('reporting', { body: { report_type: 'aging', format: 'pdf' } });
    const bytes = await answer.arrayBuffer();
    return [pdfText(bytes), pdfCommands(bytes).includes('0.2 0.4 0.6 scn')] as const;
  };
  const [atVale, inItsColour] = await report('fuel.vale.example');
  expect(atVale).toContain('Vale Fuels Cooperative · ');
  expect([inItsColour, atVale.includes('Forecourt')]).toEqual([true, false]);
  expect((await report('fuel.summit.example'))[0]).toContain('Summit Fleet · ');

  await writeFile(brandsFile, JSON.stringify([{ ...summit, fallback: true }]));
  expect(pdfText(await pdfOf('V-1'))).toContain('Summit Fleet · Invoice V-1');
  await writeFile(brandsFile, '{"cut":');
  expect(pdfText(await pdfOf('V-1'))).toContain('Forecourt Fleet Services Inc. · Invoice V-1');
});
