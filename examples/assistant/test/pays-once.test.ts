import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { agrees, type Bench, chooses, declines, openBench, type Session } from './session.ts';

let bench: Bench;
let session: Session;
/** A second client of the same person. */
let other: Session;

beforeAll(async () => {
  bench = await openBench();
  [session, other] = await Promise.all([bench.start(), bench.start()]);
});
afterAll(() => bench?.close());

const payment = (invoice: string, amount = '1000.00', more: object = {}) => ({
  ...{ invoice, amount_paid: amount, payment_mode: 'Cash', referenceId: 'REF-1' },
  ...more,
});

const pay = (args: object, timeout?: number) => session.call('create_payment', args, timeout);

const REGISTER = 'fuel-payment/register';
const isRegister = (method: string, path: string) => method === 'POST' && path.includes(REGISTER);

describe('a careless client', () => {
  it('PAY-04 calls twice: the second call says what the first one did', async () => {
    const invoice = bench.invoice();
    const before = session.asked.length;
    const first = await pay(payment(invoice));
    expect(first).toMatchObject({ isError: false });
    expect(first.text).toContain('Invoice Payment Created Successfully');
    expect(first.text).toMatch(/Sent was: .*Amount Paid: 1000\.00.*Reference Id: REF-1\./);
    const second = await pay(payment(invoice));
    expect(second).toMatchObject({ isError: false });
    expect(second.text).toMatch(/^This was done already, at .*nothing was sent now/);
    expect(await bench.paid(invoice)).toEqual(['1000.00']);
    expect(session.asked.slice(before)).toHaveLength(1);
    const [question] = session.asked.slice(before);
    expect(question).toContain(`Invoice: ${invoice}`);
    expect(question).toContain('Amount Paid: 1000.00');
    expect(question).toContain('Payment Mode: Cash');
  });

  it('PAY-04 calls twice at once: one is sent, the other waits for its outcome', async () => {
    const invoice = bench.invoice();
    const answers = await Promise.all([pay(payment(invoice)), pay(payment(invoice))]);
    expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
    expect(answers.filter(({ text }) => text.startsWith('This was done already'))).toHaveLength(1);
    expect(await bench.paid(invoice)).toEqual(['1000.00']);
  });

  it('PAY-02 pays two amounts at once: the second question shows what is due by then', async () => {
    const invoice = bench.invoice();
    const before = session.asked.length;
    const due = Number(bench.due(invoice));
    await Promise.all([pay(payment(invoice, '100')), pay(payment(invoice, '200'))]);
    const dueLines = session.asked
      .slice(before)
      .map((question) => /^Amount Due: ([\d.,]+)/m.exec(question)?.[1]?.replaceAll(',', ''));
    expect(dueLines).toEqual([due.toFixed(2), (due - 100).toFixed(2)]);
    expect((await bench.paid(invoice)).toSorted()).toEqual(['100.00', '200.00']);
  });

  it('PAY-04 loses an answer and calls again', async () => {
    const invoice = bench.invoice();
    let lost = 0;
    bench.proxy.strike = (method, path) => isRegister(method, path) && ++lost === 1;
    const first = await pay(payment(invoice));
    expect(first.text).toContain('Invoice Payment Created Successfully');
    const second = await pay(payment(invoice));
    expect(second.text).toMatch(/^This was done already/);
    expect(lost).toBe(2);
    expect(await bench.paid(invoice)).toEqual(['1000.00']);
  });

  it('PAY-04 starts the killed server anew and pays the whole amount again', async () => {
    const invoice = bench.invoice();
    const due = bench.due(invoice);
    const whole = payment(invoice, due);
    const doomed = other;
    bench.proxy.strike = isRegister;
    const lost = doomed.call('create_payment', whole).catch((error: Error) => error.message);
    await expect.poll(() => bench.paid(invoice)).toHaveLength(1);
    await doomed.kill();
    expect(await lost).toContain('Connection closed');
    bench.proxy.strike = () => false;

    other = await bench.start({ person: chooses('send') });
    const again = await other.call('create_payment', whole);
    other.person = agrees;
    expect(again.isError).toBe(false);
    expect(again.text).toMatch(/had lost its answer.*Invoice Payment Created Successfully/s);
    expect(again.text).toContain(`Amount Paid: ${due}`);
    expect(other.asked).toEqual([expect.stringContaining(`Amount Paid: ${due}`)]);
    expect(other.asked[0]).toContain('1 payment of it so far');
    // By now nothing is due, and still the client learns what became of its payment.
    expect((await other.call('create_payment', whole)).text).toMatch(/^This was done already/);
    expect(await bench.paid(invoice)).toEqual([due]);
  });

  it('PAY-04 times out, cancels and calls again', async () => {
    const invoice = bench.invoice();
    bench.proxy.strike = isRegister;
    const stop = new AbortController();
    const first = session.client
      .callTool({ name: 'create_payment', arguments: payment(invoice) }, undefined, {
        signal: stop.signal,
      })
      .catch(() => 'cancelled');
    await expect.poll(() => bench.paid(invoice)).toHaveLength(1);
    stop.abort('It takes too long.');
    expect(await first).toBe('cancelled');
    const again = pay(payment(invoice));
    bench.proxy.strike = () => false;
    expect((await again).text).toMatch(/^This was done already/);
    expect(await bench.paid(invoice)).toEqual(['1000.00']);
  });

  it('PAY-04 confirms too late, and then twice', async () => {
    const invoice = bench.invoice();
    const stop = new AbortController();
    const late = Promise.withResolvers<void>();
    session.person = async (question, requestId) => {
      stop.abort('The client gave up.');
      await late.promise;
      return agrees(question, requestId);
    };
    await session.client
      .callTool({ name: 'create_payment', arguments: payment(invoice) }, undefined, {
        signal: stop.signal,
      })
      .catch(() => undefined);
    late.resolve();
    session.person = async (question, requestId) => {
      const result = await agrees(question, requestId);
      await session.client.transport?.send({ jsonrpc: '2.0', id: requestId, result });
      return result;
    };
    // Nothing came of the late answer, so this is the first payment.
    const second = await pay(payment(invoice));
    session.person = agrees;
    expect(second.text).toMatch(/^Invoice Payment Created Successfully/);
    expect(await bench.paid(invoice)).toEqual(['1000.00']);
  });

  it('PAY-04 writes the same amount and the same choice differently', async () => {
    const invoice = bench.invoice();
    await pay(payment(invoice, '1000.00'));
    for (const [amount, mode] of [
      ['1,000', 'Cash'],
      ['1000', 'cash'],
      [' 1000.0 ', 'CASH'],
    ]) {
      const again = await pay(payment(invoice, amount, { payment_mode: mode }));
      expect(again.text).toMatch(/^This was done already/);
    }
    expect(await bench.paid(invoice)).toEqual(['1000.00']);
  });

  it('PAY-04 has two sessions in parallel, and a person agrees in both', async () => {
    const invoice = bench.invoice();
    const open = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    for (const [index, one] of [session, other].entries()) {
      one.person = async (question, requestId) => {
        open[index]?.resolve();
        await Promise.all(open.map(({ promise }) => promise));
        return agrees(question, requestId);
      };
    }
    const answers = await Promise.all([
      pay(payment(invoice)),
      other.call('create_payment', payment(invoice)),
    ]);
    session.person = agrees;
    other.person = agrees;
    expect(answers.map(({ isError }) => isError)).toEqual([false, false]);
    expect(await bench.paid(invoice)).toEqual(['1000.00']);
  });

  it('PAY-04 has one session give up what the other still tries to send', async () => {
    const invoice = bench.invoice();
    bench.proxy.strike = (method, path) => isRegister(method, path) && 'block';
    const first = pay(payment(invoice, '100'));
    await vi.waitFor(() => expect(bench.openChanges()).toBe(1), { timeout: 10_000 });
    other.person = chooses('give_up');
    const given = await other.call('create_payment', payment(invoice, '200'));
    other.person = agrees;
    expect(given.text).toMatch(/gave up the earlier call.*Amount Paid: 100/s);
    bench.proxy.strike = () => false;
    const tried = await first;
    expect(tried.isError).toBe(true);
    expect(tried.text).toContain('given up or settled in another session');
    expect(await bench.paid(invoice)).toEqual([]);
  });

  it('PAY-04 makes up keys of its own', async () => {
    const invoice = bench.invoice();
    for (const name of ['idempotency_key', 'idempotencyKey', 'key']) {
      const refused = await pay(payment(invoice, '1000.00', { [name]: `mine-${name}` }));
      expect(refused).toMatchObject({ isError: true });
      expect(refused.text).toContain(`create_payment has no '${name}'; nothing was done`);
    }
    expect(await bench.paid(invoice)).toEqual([]);
    await pay(payment(invoice));
    await pay(payment(invoice));
    expect(await bench.paid(invoice)).toEqual(['1000.00']);
  });
});

/** Payments whose calls never arrived, as far as nobody knows: their server was killed. */
async function leaveOpen(all: readonly object[]): Promise<void> {
  const doomed = await bench.start();
  bench.proxy.strike = (method, path) => isRegister(method, path) && 'block';
  const lost = all.map((args) => doomed.call('create_payment', args).catch(() => 'lost'));
  await vi.waitFor(() => expect(bench.openChanges()).toBe(all.length), { timeout: 10_000 });
  await doomed.kill();
  expect(await Promise.all(lost)).toEqual(all.map(() => 'lost'));
  bench.proxy.strike = () => false;
}

describe('a call that is still open', () => {
  let open: readonly ReturnType<typeof payment>[];

  beforeAll(async () => {
    open = [
      payment(bench.invoice(), '300', { referenceId: 'OPEN-1' }),
      payment(bench.invoice(), '500', { referenceId: 'OPEN-2' }),
      payment(bench.invoice(), '40', { referenceId: 'OLD' }),
      payment(bench.invoice(), '60', { referenceId: 'MEANWHILE' }),
    ];
    await leaveOpen(open);
  });
  afterEach(() => {
    session.person = agrees;
  });
  const opened = (index: number) => {
    const args = open[index];
    if (args === undefined) throw new Error('Nothing was left open.');
    return { args, invoice: args.invoice };
  };

  it('PAY-04 is not sent again before a person saw that somebody paid elsewhere', async () => {
    const { args, invoice } = opened(0);
    expect(await bench.paid(invoice)).toEqual([]);
    const elsewhere = await bench.start({ env: { FORECOURT_CONFIG_DIR: bench.elsewhere } });
    expect((await elsewhere.call('create_payment', args)).isError).toBe(false);
    await elsewhere.close();

    session.person = declines;
    const declined = await pay(args);
    expect(declined.isError).toBe(true);
    expect(declined.text).toMatch(/is open, and the person decided nothing.*Amount Paid: 300/s);
    expect(declined.text).toContain('OPEN-1');
    const question = session.asked.at(-1) ?? '';
    expect(question).toContain('lost its answer: nobody knows whether it took effect');
    expect(question).toContain('Amount Paid: 300');
    expect(question).toContain('1 payment of it so far');
    expect(question).toMatch(
      /A payment of 300\.00 \w+ by Cash with the reference OPEN-1 is registered/,
    );
    expect(await bench.paid(invoice)).toEqual(['300.00']);

    // Agreeing to a question is not choosing to send.
    session.person = agrees;
    expect((await pay(args)).isError).toBe(true);
    expect(await bench.paid(invoice)).toEqual(['300.00']);

    const mute = await bench.start({ elicitation: false });
    expect((await mute.call('create_payment', args)).text).toMatch(/^This client cannot ask/);
    await mute.close();

    session.person = chooses('give_up');
    const given = await pay(args);
    expect(given.isError).toBe(true);
    expect(given.text).toMatch(/gave up the earlier call.*Amount Paid: 300.*OPEN-1/s);
    // Anew: the confirmation, and then the form's own question.
    const asked = session.asked.length;
    session.person = async (question, requestId) =>
      question.message.includes('Register another one?')
        ? { action: 'decline' }
        : agrees(question, requestId);
    expect((await pay(args)).text).toMatch(/^The person declined/);
    expect(session.asked.slice(asked)).toEqual([
      expect.stringContaining('Amount Paid: 300'),
      expect.stringContaining('Register another one?'),
    ]);
    expect(await bench.paid(invoice)).toEqual(['300.00']);
  });

  it('PAY-04 is asked about before another payment, and sent if a person says so', async () => {
    const { invoice } = opened(1);
    const small = payment(invoice, '5', { referenceId: 'SMALL' });
    session.person = declines;
    const declined = await pay(small);
    expect(declined.text).toMatch(/Amount Paid: 500.*OPEN-2.*Nothing was sent, neither/s);
    expect(await bench.paid(invoice)).toEqual([]);
    session.person = chooses('send');
    const sent = await pay(small);
    expect(sent.text).toMatch(/Amount Paid: 500.*OPEN-2.*Invoice Payment Created Successfully/s);
    expect(await bench.paid(invoice)).toEqual(['500.00']);
    session.person = agrees;
    expect((await pay(small)).isError).toBe(false);
    expect((await bench.paid(invoice)).toSorted()).toEqual(['5.00', '500.00']);
  });

  it('PAY-04 is not sent if somebody paid while the person decided', async () => {
    const { args, invoice } = opened(3);
    session.person = async (question, requestId) => {
      const elsewhere = await bench.start({ env: { FORECOURT_CONFIG_DIR: bench.elsewhere } });
      expect((await elsewhere.call('create_payment', args)).isError).toBe(false);
      await elsewhere.close();
      return chooses('send')(question, requestId);
    };
    const sent = await pay(args);
    expect(sent.isError).toBe(true);
    expect(sent.text).toContain('The record changed while the person decided');
    expect(await bench.paid(invoice)).toEqual(['60.00']);
  });

  it('PAY-04 is never sent when the service may have forgotten its key', async () => {
    const { args, invoice } = opened(2);
    bench.ageJournal(24 * 60 * 60_000);
    session.person = chooses('send');
    expect((await pay(args)).isError).toBe(true);
    expect(session.asked.at(-1)).toContain('too old to be sent under its key');
    expect(await bench.paid(invoice)).toEqual([]);
    session.person = chooses('give_up');
    expect((await pay(args)).text).toContain('gave up the earlier call');
    session.person = agrees;
    expect((await pay(args)).text).toMatch(/^Invoice Payment Created Successfully/);
    expect(await bench.paid(invoice)).toEqual(['40.00']);
  });
});

describe('“This was done already”', () => {
  afterEach(() => {
    session.person = agrees;
  });

  it('PAY-05 is not said of a payment that was reversed since', async () => {
    const invoice = bench.invoice();
    const args = payment(invoice, '60', { referenceId: 'TWICE' });
    const [, id = ''] = /payment id (\d+)/.exec((await pay(args)).text) ?? [];
    expect((await pay(args)).text).toMatch(/^This was done already.*Amount Paid: 60.*TWICE/s);
    expect((await session.call('reverse_payment', { id, reason: 'Wrong' })).isError).toBe(false);
    session.person = declines;
    expect((await pay(args)).text).toMatch(/^The person declined/);
    expect(session.asked.at(-1)).toMatch(/This was done at \S+ by this assistant already\. Do it/);
    session.person = agrees;
    expect((await pay(args)).text).toMatch(/^Invoice Payment Created Successfully/);
    expect(await bench.paid(invoice)).toHaveLength(3);
  });

  it('PAY-04 is asked about after ten minutes, and made under a new key', async () => {
    const invoice = bench.invoice();
    const args = payment(invoice, '70', { referenceId: 'LATER' });
    await pay(args);
    bench.ageJournal(11 * 60_000);
    session.person = declines;
    expect((await pay(args)).text).toMatch(/^The person declined/);
    session.person = agrees;
    expect(await bench.paid(invoice)).toEqual(['70.00']);
    expect((await pay(args)).text).toMatch(/^Invoice Payment Created Successfully/);
    expect(session.asked.at(-1)).toContain('Register another one?');
    expect((await pay(args)).text).toMatch(/^This was done already/);
    expect(await bench.paid(invoice)).toEqual(['70.00', '70.00']);
  });
});
