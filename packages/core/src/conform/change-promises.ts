import { type Bench, unchecked } from './bench.ts';
import type { ContractPromise, Exchange } from './conform.types.ts';
import {
  CARDS,
  cardPath,
  countCards,
  createCard,
  keepCard,
  newCard,
  newKey,
  ownCard,
} from './own-card.ts';

const isDone = ({ status = 0 }: Exchange): boolean => status >= 200 && status < 300;

const bodyOf = ({ json }: Exchange): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>) : {};

const get = (bench: Bench, id: string) => bench.send({ method: 'GET', path: cardPath(id) });

function mayCreate(bench: Bench): void {
  if (!bench.may('cards.create')) unchecked('the account may not create cards');
}

async function changes(bench: Bench): Promise<void> {
  mayCreate(bench);
  const requirement = 'CARD-09';
  const body = await newCard(bench);
  const { answer, id } = await createCard(bench, body);
  if (id === '') {
    const fix = `Answer POST ${CARDS} with 201 and the card, with its id.`;
    bench.broken(answer, { requirement, expected: 'status 201 with the id of the new card', fix });
    return;
  }
  if (answer.status !== 201) {
    bench.notes.push(`POST ${CARDS} answers ${answer.status}; the contract has 201.`);
  }
  const made = await get(bench, id);
  if (bodyOf(made).driver_name !== body.driver_name) {
    const expected = `the new card, with driver_name '${String(body.driver_name)}'`;
    bench.broken(made, { requirement, expected, fix: 'Store what POST sends before answering.' });
    return;
  }
  const changed = { ...bodyOf(made), driver_id: 'CONFORM-2' };
  const put = await bench.send({ method: 'PUT', path: cardPath(id), json: changed });
  const after = await get(bench, id);
  if (isDone(put) && bodyOf(after).driver_id === 'CONFORM-2') return;
  const expected = "status 200, and driver_id 'CONFORM-2' afterwards";
  const fix = 'Store what PUT sends before answering.';
  bench.broken(isDone(put) ? after : put, { requirement, expected, fix });
}

async function deletes(bench: Bench): Promise<void> {
  if (!bench.may('cards.delete')) unchecked('the account may not delete cards');
  const { id } = await createCard(bench, await named(bench, 'delete'));
  if (id === '') return unchecked('no card could be created: see `changes`');
  const removed = await bench.send({ method: 'DELETE', path: cardPath(id) });
  const gone = await get(bench, id);
  if (removed.status === 200 && gone.status === 404) return;
  bench.broken(removed.status === 200 ? gone : removed, {
    ...{
      requirement: 'LIST-04',
      expected: 'status 200 for DELETE, and 404 for the card afterwards',
    },
    fix: 'Answer DELETE with 200 {} and don’t show the record any more.',
  });
}

/** What is wrong with the pointers of a refusal. */
function pointerFault(answer: Exchange, pointer: string | undefined): string | undefined {
  if (answer.status !== 422) return `status ${answer.status}`;
  const { errors } = bodyOf(answer);
  if (!Array.isArray(errors) || errors.length === 0) return 'status 422 without errors';
  const odd = errors.find(
    (error) =>
      !/^\//.test(String(error?.pointer)) || !error?.detail || typeof error.detail !== 'string',
  );
  if (odd !== undefined) return `an entry without pointer and detail: ${JSON.stringify(odd)}`;
  const pointers = errors.map((error) => String(error.pointer));
  return pointer === undefined || pointers.includes(pointer)
    ? undefined
    : `pointers ${pointers.join(', ')}`;
}

async function fieldProblems(bench: Bench): Promise<void> {
  mayCreate(bench);
  const whole = await newCard(bench);
  const cases = [
    [{}, undefined],
    [{ ...whole, odometer: 'many' }, '/odometer'],
    [{ ...whole, driver_name: '' }, '/driver_name'],
  ] as const;
  for (const [json, pointer] of cases) {
    const { answer } = await createCard(bench, json);
    const received = pointerFault(answer, pointer);
    if (received === undefined) continue;
    const at = pointer === undefined ? 'for each missing field' : `at ${pointer}`;
    bench.broken(answer, {
      ...{ requirement: 'FORM-06', received },
      expected: `status 422 with errors: [{pointer, detail}] ${at}`,
      fix: 'Refuse wrong fields with 422; each pointer is the field’s JSON pointer in the body, each detail a sentence for its user.',
    });
  }
}

const VERSION_FIX =
  'Compare If-Match with the record’s version in the transaction that changes it; refuse another one with 412 and {…, "current": the record} and its ETag.';

async function ifMatch(bench: Bench): Promise<void> {
  const { id } = await ownCard(bench);
  const first = await get(bench, id);
  const tag = first.headers.get('etag') ?? '';
  const put = (driver: string, match: string) =>
    bench.send({
      ...{ method: 'PUT', path: cardPath(id), ifMatch: match },
      json: { ...bodyOf(first), driver_id: driver },
    });
  const requirement = 'WIRE-05';
  if (!/^"[^"]*"$/.test(tag)) {
    const received = tag === '' ? 'no etag header' : `the tag ${tag}`;
    bench.broken(first, {
      requirement,
      expected: 'a strong tag: ETag: "3"',
      received,
      fix: VERSION_FIX,
    });
    return;
  }
  const right = await put('CONFORM-3', tag);
  const next = right.headers.get('etag');
  if (!isDone(right) || next === null || next === tag) {
    const expected = `status 200 and a new ETag for If-Match: ${tag}`;
    const received = isDone(right) ? `ETag ${next ?? 'missing'}` : undefined;
    bench.broken(right, { requirement, expected, fix: VERSION_FIX, ...(received && { received }) });
    return;
  }
  const late = await put('CONFORM-4', tag);
  if (late.status !== 412) {
    const expected = `status 412 for If-Match: ${tag}, which is not the version any more`;
    bench.broken(late, { requirement, expected, fix: VERSION_FIX });
    return;
  }
  const { current } = bodyOf(late) as { current?: { driver_id?: unknown } };
  if (current?.driver_id !== 'CONFORM-3' || late.headers.get('etag') !== next) {
    const expected = `current, the card as it is now, and its ETag ${next}`;
    const received = current === undefined ? 'status 412 without current' : 'another card or ETag';
    bench.broken(late, { requirement, expected, received, fix: VERSION_FIX });
  }
  const kept = await get(bench, id);
  if (bodyOf(kept).driver_id !== 'CONFORM-3') {
    const expected = "driver_id 'CONFORM-3': the refused change was not made";
    bench.broken(kept, { requirement, expected, fix: VERSION_FIX });
  }
  if (!bench.may('cards.delete')) return;
  const removed = await bench.send({ method: 'DELETE', path: cardPath(id), ifMatch: tag });
  if (removed.status === 412) return;
  const expected = `status 412 for DELETE with If-Match: ${tag}`;
  bench.broken(removed, { requirement, expected, fix: VERSION_FIX });
}

const KEY_FIX =
  'Keep each Idempotency-Key with its account, a hash of method, path and body, and the first answer, in the transaction that makes the change; answer the same again with idempotent-replayed: true.';

const named = async (bench: Bench, suffix: string) => {
  const body = await newCard(bench);
  return { ...body, driver_name: `${String(body.driver_name)} ${suffix}` };
};

/** Reports that a change was not made exactly once. */
async function complainOfCount(bench: Bench, answer: Exchange, driver: string): Promise<void> {
  const made = await countCards(bench, driver);
  // None at all is what a backend without filters answers; `list-filters` says that.
  if (made === undefined || made < 2) return;
  bench.broken(answer, {
    ...{ requirement: 'WIRE-07', expected: 'one card for one Idempotency-Key', fix: KEY_FIX },
    received: `${made} cards`,
  });
}

async function replay(bench: Bench): Promise<void> {
  mayCreate(bench);
  const body = await named(bench, 'replay');
  const key = newKey();
  const { id } = await createCard(bench, body, key);
  if (id === '') return unchecked('no card could be created: see `changes`');
  const again = (await createCard(bench, body, key)).answer;
  const same = String(bodyOf(again).id ?? '') === id;
  const isReplayed = again.headers.get('idempotent-replayed') === 'true';
  if (!isDone(again) || !same || !isReplayed) {
    bench.broken(again, {
      requirement: 'WIRE-07',
      expected: `the first answer again, with the id ${id} and idempotent-replayed: true`,
      received: !isDone(again)
        ? `status ${again.status}`
        : same
          ? 'the first answer without idempotent-replayed'
          : 'another record',
      fix: KEY_FIX,
    });
  }
  await complainOfCount(bench, again, String(body.driver_name));
}

async function keyConflict(bench: Bench): Promise<void> {
  mayCreate(bench);
  const key = newKey();
  const first = await named(bench, 'key');
  const { id } = await createCard(bench, first, key);
  if (id === '') return unchecked('no card could be created: see `changes`');
  const other = { ...(await named(bench, 'other')), trip_number: 4711 };
  const { answer } = await createCard(bench, other, key);
  const { errors } = bodyOf(answer);
  if (answer.status === 422 && errors === undefined) return;
  bench.broken(answer, {
    requirement: 'WIRE-07',
    expected:
      'status 422 without errors: the key belongs to another body, and no field is to blame',
    ...(answer.status === 422 && { received: 'status 422 with errors of fields' }),
    fix: 'Compare the body with the one that the key was first sent with.',
  });
}

const RETRIED =
  'Let the second call under a key wait for the first one, or refuse it with 409 and Retry-After until that is done.';

async function lostAnswers(bench: Bench): Promise<void> {
  mayCreate(bench);
  const body = await named(bench, 'lost');
  const json = body;
  const call = { method: 'POST', path: CARDS, json } as const;
  // The client gets nothing although the work is done, and repeats the call under its key, as it always does.
  const again = await bench.send({ ...call, idempotencyKey: newKey() }, { lose: 1 });
  keepCard(bench, again);
  if (!isDone(again) || again.headers.get('idempotent-replayed') !== 'true') {
    bench.broken(again, {
      requirement: 'WIRE-07',
      expected: 'the lost answer again, with idempotent-replayed: true',
      fix: KEY_FIX,
    });
  }
  await complainOfCount(bench, again, String(body.driver_name));
  const twice = { ...call, json: await named(bench, 'twice'), idempotencyKey: newKey() };
  const both = await Promise.all([bench.send(twice), bench.send(twice)]);
  for (const answer of both) keepCard(bench, answer);
  const odd = both.find(
    (answer) => !isDone(answer) && !(answer.status === 409 && answer.headers.has('retry-after')),
  );
  const ids = new Set(both.filter(isDone).map((answer) => String(bodyOf(answer).id)));
  if (odd || ids.size !== 1) {
    bench.broken(odd ?? (both[1] as Exchange), {
      requirement: 'WIRE-07',
      expected:
        'of two calls at once under one key, one done and the other the same answer or 409 with Retry-After',
      received: odd ? `status ${odd.status}` : `${ids.size} records`,
      fix: RETRIED,
    });
  }
  await complainOfCount(bench, both[0] as Exchange, String(twice.json.driver_name));
}

/** Promises about changes. */
export const CHANGE_PROMISES: readonly ContractPromise[] = [
  {
    id: 'changes',
    title: 'Records are created and changed as the answers say',
    requirements: ['CARD-09'],
    writes: true,
    needs: ['sign-in'],
    check: changes,
  },
  {
    id: 'deletes',
    title: 'A deleted record is gone',
    requirements: ['LIST-04'],
    writes: true,
    needs: ['sign-in', 'changes'],
    check: deletes,
  },
  {
    id: 'field-problems',
    title: 'Wrong fields are refused with 422 and a pointer to each',
    requirements: ['FORM-06'],
    writes: true,
    needs: ['sign-in', 'changes'],
    check: fieldProblems,
  },
  {
    id: 'if-match',
    title:
      'A change applies to the version that was seen; any other is 412 with the present record',
    requirements: ['WIRE-05'],
    writes: true,
    needs: ['sign-in', 'changes', 'etags'],
    check: ifMatch,
  },
  {
    id: 'idempotent-replay',
    title: 'The same Idempotency-Key gets the first answer again, and nothing is done twice',
    requirements: ['WIRE-07'],
    writes: true,
    needs: ['sign-in', 'changes'],
    check: replay,
  },
  {
    id: 'idempotent-conflict',
    title: 'A key with another body is refused, and no field is blamed',
    requirements: ['WIRE-07'],
    writes: true,
    needs: ['sign-in', 'changes', 'idempotent-replay'],
    check: keyConflict,
  },
  {
    id: 'lost-answers',
    title: 'A change whose answer was lost is done once when it is sent again',
    requirements: ['WIRE-07'],
    writes: true,
    needs: ['sign-in', 'changes', 'idempotent-replay'],
    check: lostAnswers,
  },
];
