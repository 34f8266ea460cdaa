import { describe, expect, it } from 'vitest';
import { openFixture, withFaults } from './fixture.ts';
import { fixtureForAll } from './fixture-hooks.ts';

const { fixture, service } = fixtureForAll();

interface Found {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly exact: boolean;
}

async function find(...words: string[]): Promise<readonly Found[]> {
  const { code, document } = await fixture.json(['find', ...words]);
  expect([code, (document as { failed: unknown }).failed]).toEqual([0, []]);
  return (document as { items: readonly Found[] }).items;
}

async function first(name: string): Promise<Readonly<Record<string, string>>> {
  const { document } = await fixture.json([name, 'list', '--size', '1']);
  const [row] = (document as { items: readonly Readonly<Record<string, string>>[] }).items;
  if (!row) throw new Error(`There are no ${name}.`);
  return row;
}

describe('find', () => {
  it('LIST-16 finds an invoice, a card, an auth code and a customer by the whole number or name, first', async () => {
    const { invoice_number = '' } = await first('invoices');
    const { card_number = '' } = await first('cards');
    const { authentication_id = '' } = await first('transactions');
    const { name = '' } = await first('customers');
    const grouped = card_number.match(/.{4}/g) ?? [];
    for (const [words, resource, title] of [
      [[invoice_number.toLowerCase()], 'invoices', invoice_number],
      [grouped, 'cards', grouped.join(' ')],
      [[authentication_id], 'transactions', authentication_id],
      [[name], 'customers', name],
    ] as const) {
      const [best] = await find(...words);
      expect(best).toMatchObject({ resource, title, exact: true });
    }
  });

  it('LIST-16 finds a renamed customer by the name that its cards and invoices carry', async () => {
    const { id = '', name = '' } = await first('customers');
    const rename = (to: string) => fixture.run(['customers', 'update', id, '--name', to]);
    expect((await rename('Renamed & Sons')).code).toBe(0);
    const [best] = await find(name);
    expect(best).toMatchObject({ resource: 'customers', id, title: 'Renamed & Sons', exact: true });
    expect((best as unknown as { about: string }).about).toContain(name);
    const shown = await fixture.run(['customers', 'get', id]);
    expect(shown.stdout).toMatch(new RegExp(`^Company\\s+${name.replaceAll('.', '\\.')}$`, 'm'));
    const page = await fixture.run(['customers', 'summary', id]);
    expect(page.stdout).toContain(name);
    expect((await rename(name)).code).toBe(0);
  });

  it('LIST-16 lists what begins with the text, and says so when nothing does', async () => {
    const { invoice_number = '' } = await first('invoices');
    const start = invoice_number.slice(0, 3);
    const found = (await find(start)).filter(({ resource }) => resource === 'invoices');
    expect(found.length).toBeGreaterThan(1);
    expect(found.every(({ exact, title }) => !exact && title.startsWith(start))).toBe(true);
    const { code, stderr, stdout } = await fixture.run(['find', 'no such thing'], { columns: 100 });
    expect([code, stdout.trim(), stderr.trim()]).toEqual([0, '', 'Nothing begins with that.']);
    const short = await fixture.run(['find', 'I']);
    expect([short.code, short.stderr]).toEqual([
      2,
      expect.stringContaining('Give at least two characters to find.'),
    ]);
  });

  it('LIST-16 prints a table with the state on a terminal', async () => {
    const { invoice_number = '', status = '' } = await first('invoices');
    const { stdout } = await fixture.run(['find', invoice_number], { columns: 120 });
    expect(stdout).toMatch(/Kind.*Name.*State.*About/);
    const line = stdout.split('\n').find((text) => text.includes(invoice_number));
    expect(line).toMatch(new RegExp(`^invoice +${invoice_number}.*${status}`));
  });

  it('LIST-16 finds a customer for staff who may read customers but not change them', async () => {
    const own = openFixture(service.url);
    await own.signIn('clerk@forecourt.test');
    const { name = '' } = await first('customers');
    const { document } = await own.json(['find', name]);
    expect((document as { items: readonly Found[] }).items[0]).toMatchObject({
      ...{ resource: 'customers', title: name, exact: true },
    });
    own.leave();
  });

  it('ACC-04 asks nothing that the account may not open', async () => {
    const own = openFixture(service.url);
    await own.signIn('viewer@northhaul.test');
    const { document } = await own.json(['find', 'admin@forecourt']);
    expect(document).toMatchObject({ items: [], failed: [] });
    own.leave();
  });

  it('LIST-16 one resource that fails does not hold up the others, and gives exit code 6', async () => {
    const fault = { match: 'GET /api/v1/customers', kind: 'status', value: 500 } as const;
    await withFaults([fault], async (cut) => {
      const { invoice_number = '' } = await first('invoices');
      const { code, stderr, stdout } = await cut.run(['find', invoice_number]);
      expect(code).toBe(6);
      expect(stdout).toContain(`invoice\t${invoice_number}`);
      expect(stderr).toContain('Customer could not be searched: ');
    });
  });
});
