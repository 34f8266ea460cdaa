import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agrees, type Bench, openBench, type Session } from './session.ts';

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
  it('PAY-04 calls twice: the second call tells what the first one did', async () => {
    const invoice = bench.invoice();
    const before = session.asked.length;
    const first = await pay(payment(invoice));
    expect(first).toMatchObject({ isError: false });
    expect(first.text).toContain('Invoice Payment Created Successfully');
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

    other = await bench.start();
    const again = await other.call('create_payment', whole);
    expect(again.isError).toBe(false);
    expect(again.text).toMatch(/had lost its answer.*Invoice Payment Created Successfully/s);
    expect(other.asked).toEqual([]);
    // By now nothing is due, and still the client is told what became of its payment.
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
