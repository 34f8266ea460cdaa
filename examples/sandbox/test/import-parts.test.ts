import { createHash } from 'node:crypto';
import { type SplitFile, splitProviderFile } from '@forecourt/core/provider-files';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoCardNumber } from '../../provider-files/demo-cards.ts';
import { mendWorkbook } from '../../provider-files/provider-files.ts';
import { ON_POSTGRES } from './database.ts';
import { essoFile, essoLine } from './esso-file.ts';
import { ADMIN, type Client, countsOf, NOW, openSandbox, signIn } from './helpers.ts';

const RUNS = ON_POSTGRES ? 5 : 40;
const KINDS = 3;

type Bytes = Uint8Array<ArrayBuffer>;
/** `undone`: a row that the provider takes back, so that nobody mends it. */
type Damage = 'none' | 'amount' | 'card' | 'product' | 'undone';

/** A row of the original file: which purchase it really is, and what is wrong with it. */
interface TrueRow {
  readonly kind: number;
  readonly damage: Damage;
}

/** What is imported between the good rows and the mended ones, and how much of it. */
interface Step {
  readonly what: 'accepted' | 'mended' | 'whole' | 'part';
  readonly of: number;
}

const scenario = fc.record({
  rows: fc.array(
    fc.record({
      kind: fc.integer({ min: 0, max: KINDS - 1 }),
      damage: fc.constantFrom<Damage>('none', 'none', 'amount', 'card', 'product', 'undone'),
    }),
    { minLength: 2, maxLength: 9 },
  ),
  inTwo: fc.boolean(),
  before: fc.array(step('whole', 'part'), { maxLength: 2 }),
  between: fc.array(step('accepted', 'whole', 'part'), { maxLength: 3 }),
  after: fc.array(step('accepted', 'mended', 'whole', 'part'), { maxLength: 3 }),
});

function step(...whats: readonly Step['what'][]): fc.Arbitrary<Step> {
  return fc.record({ what: fc.constantFrom(...whats), of: fc.integer({ min: 1, max: 9 }) });
}

/** The column of what is wrong, and the values that stand there. */
const DAMAGES = {
  amount: { at: 'Z', column: 25, wrong: 1, right: 864.45 },
  undone: { at: 'Z', column: 25, wrong: 1, right: 1 },
  card: { at: 'B', column: 1, wrong: '7.07685E+15', right: demoCardNumber(0) },
  product: { at: 'L', column: 11, wrong: 'ZZ', right: 'D1' },
} as const;

const spoiled = (number: string, damage: Damage) => {
  const line = essoLine({ number });
  if (damage !== 'none') line[DAMAGES[damage].column] = DAMAGES[damage].wrong;
  return line;
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (file: { readonly blob: Blob }): Promise<Bytes> =>
  new Uint8Array(await file.blob.arrayBuffer());

const split = (name: string, bytes: Bytes): Promise<SplitFile> =>
  splitProviderFile(
    { name, blob: new Blob([bytes]) },
    { provider: 'ESSO', today: NOW.toISOString().slice(0, 10), sha256: sha256(bytes) },
  );

/** A file on its way, with what is sent beside it. */
interface Parcel {
  readonly name: string;
  readonly bytes: Bytes;
  readonly fields: SplitFile['fields'];
}

async function send(client: Client, { bytes, fields, name }: Parcel) {
  const form = new FormData();
  for (const [field, value] of fields) form.append(field, value);
  form.append('file', new Blob([bytes]), name);
  const answer = await client.call('import_transactions?provider=ESSO', { body: form });
  if (answer.status !== 200) throw new Error(await answer.text());
  return countsOf(answer);
}

const accepted = async ({ accepted: file, fields }: SplitFile): Promise<Parcel> => {
  if (!file) throw new Error('No row can be sent.');
  return { name: file.name, bytes: await bytesOf(file), fields };
};

type Refused = readonly Exclude<Damage, 'none'>[];

/** The refused rows put right, the first so many, and divided anew; what is undone stays refused. */
async function mended({ refused }: SplitFile, damages: Refused, count: number) {
  if (!refused) throw new Error('No row was refused.');
  const cells = damages.slice(0, count).map((damage, index) => {
    const { at, right } = DAMAGES[damage];
    return [`${at}${3 + index}`, right] as const;
  });
  const bytes = mendWorkbook(await bytesOf(refused), Object.fromEntries(cells));
  const left = damages.filter((damage, index) => index >= count || damage === 'undone');
  return { parts: await split(refused.name, bytes), left };
}

describe('TXN-13 a file imported in parts', async () => {
  const sandbox = await openSandbox({
    demo: { customers: 12, cards: 400, transactions: 0, invoices: 0 },
  });
  const admin = await signIn(sandbox, ADMIN);
  let run = 100_000;

  const stored = async (number: string): Promise<number> =>
    (await admin.json(`fuel-transaction/authcode?size=1&filter=authentication_id::A${number}`))
      .metadata.total_count;

  it('is stored as if it had been correct from the start, whatever was sent before, between and after', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ after, before, between, inTwo, rows }) => {
        run += KINDS;
        const numberOf = ({ kind }: Pick<TrueRow, 'kind'>) => String(run + kind);
        const right = rows.filter(({ damage }) => damage !== 'undone');
        const truth = right.map((row) => essoLine({ number: numberOf(row) }));
        fc.pre(truth.length > 0);
        const damages = rows.flatMap(({ damage }) => (damage === 'none' ? [] : [damage]));
        const wholly = (count: number): Parcel => ({
          name: 'whole.csv',
          bytes: new Uint8Array(essoFile(truth.slice(0, Math.max(1, count)))),
          fields: [],
        });
        const original = new Uint8Array(
          essoFile(rows.map((row) => spoiled(numberOf(row), row.damage))),
        );
        const parts = await split('original.csv', original);
        const sent: Parcel[] = [];
        const take = async (parcel: Parcel) => {
          sent.push(parcel);
          return send(admin, parcel);
        };
        const others = async (steps: readonly Step[], known: readonly Parcel[]) => {
          for (const { of, what } of steps) {
            const parcel =
              what === 'whole'
                ? wholly(truth.length)
                : what === 'part'
                  ? wholly(of)
                  : known[of % Math.max(1, known.length)];
            if (parcel) await take(parcel);
          }
        };

        await others(before, []);
        const own: Parcel[] = [];
        const sendOwn = async (next: SplitFile) => {
          if (!next.accepted) return;
          own.push(await accepted(next));
          await take(own.at(-1) as Parcel);
        };
        await sendOwn(parts);
        await others(between, own);
        if (parts.accepted && parts.refused) {
          const half = await mended(parts, damages, inTwo ? 1 : damages.length);
          await sendOwn(half.parts);
          if (half.parts.accepted && half.parts.refused) {
            await sendOwn((await mended(half.parts, half.left, half.left.length)).parts);
          } else if (half.left.length > 0 && !half.parts.accepted) {
            await sendOwn((await mended(parts, damages, damages.length)).parts);
          }
        } else if (!parts.accepted) await take(wholly(truth.length));
        await others(after, own);

        for (let kind = 0; kind < KINDS; kind += 1) {
          const wanted = right.filter((row) => row.kind === kind).length;
          expect(await stored(numberOf({ kind })), `purchase ${kind}`).toBe(wanted);
        }
        const again = await send(admin, wholly(truth.length));
        expect(again).toEqual({ imported: 0, duplicates: truth.length, rejected: 0 });
      }),
      { numRuns: RUNS, seed: 20_261_121 },
    );
  });
});
