import {
  type Action,
  type ActionDefinition,
  type AnyResource,
  actionPorts,
  actionWorkflow,
  type BulkDefinition,
  type Draft,
  type Drivable,
  type FormField,
  getRecord,
  type Need,
  previewAction,
  type RecordCall,
  type RecordPorts,
  recordPorts,
  recordWorkflow,
  startingDays,
  startWorkflow,
} from '@forecourt/core';
import { drive, plainValue, valuesOf } from './drive.ts';
import { changedLines, effectLines, enteredLines, previewLines, recordLine } from './facts.ts';
import type { Values } from './journal.ts';
import { entriesNow, pickedRows, recordNow } from './now.ts';
import { AlreadyMade, type Once, openOnce } from './once.ts';
import { plainLine } from './plain.ts';
import { idOf, idParam, type Opener, openersOf } from './previews.ts';
import { nameOf, permitted, textId } from './reads.ts';
import { type Answer, type Args, type Params, Refusal, type Tool, type Turn } from './tool.ts';

type Row = Readonly<Record<string, unknown>>;

const INPUTS: Readonly<Record<string, string>> = {
  day: 'YYYY-MM-DD',
  instant: 'YYYY-MM-DDTHH:mm:ss',
  decimal: 'a number as text',
  integer: 'a whole number as text',
  flag: "'true' or 'false'",
  days: 'names, with commas',
};

/** A form's fields as parameters. None is required: what a workflow needs besides, a person is asked. */
const paramsOf = (fields: readonly FormField[]): Params =>
  Object.fromEntries(
    fields
      .filter(({ secret }) => !secret)
      .map(({ input, label, name, options }) => {
        const known = Array.isArray(options) ? options.map(({ value }) => value).join(', ') : '';
        const hint = known || INPUTS[input];
        return [name, { type: 'string', description: hint ? `${label}: ${hint}` : label }];
      }),
  );

/** Fields that a form has at its beginning, and those that an answer may reveal. */
function fieldsAt({ form }: AnyResource, mode: 'create' | 'edit'): readonly FormField[] {
  if (form === undefined) return [];
  const draft = form.draft(undefined);
  const shown = form.fields({ mode, draft, detail: undefined });
  const names = new Set(shown.map(({ name }) => name));
  return [...shown, ...(form.sometimes ?? []).filter(({ name }) => !names.has(name))];
}

const givenIn = (args: Args, fields: readonly FormField[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name }) =>
      args[name] === undefined ? [] : [[name, String(args[name])] as const],
    ),
  );

/** What the model gave, in one form of each value; words in any case. */
const askedIn = (args: Args, fields: readonly FormField[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ input, name }) => {
      const value = args[name];
      if (value === undefined) return [];
      const plain = plainValue(input, value);
      return [[name, input === 'choice' ? plain.toLowerCase() : plain] as const];
    }),
  );

/** The invoice that a row is, or is of. */
const invoiceOf = (row: Row | undefined): string | undefined => {
  const number = row?.invoice_number ?? row?.invoice_no;
  return typeof number === 'string' ? number : undefined;
};

/** Records that a question shows. */
const MAX_RECORDS = 5;

/** Runs a change in its turn: settled first, confirmed by a person, sent once. */
async function inTurn(
  { office }: Turn,
  { once, thing }: { readonly once: () => Once; readonly thing: string },
  work: (once: Once) => Promise<Answer>,
): Promise<Answer> {
  return office.inTurn(thing, async () => {
    const door = once();
    const before = await door.before();
    if (before) return before;
    try {
      return await work(door);
    } catch (error) {
      if (error instanceof AlreadyMade) return error.answer;
      const earlier = door.earlier();
      if (error instanceof Refusal && earlier) throw new Refusal(`${error.message} ${earlier}`);
      throw error;
    }
  });
}

/** The records that a change is about: a payment's invoice is changed with it. */
const recordsOf = (names: readonly string[], row: Row | undefined): readonly string[] => {
  const invoice = invoiceOf(row);
  return [...new Set([...names, ...(invoice === undefined ? [] : [`invoice ${invoice}`])])];
};

const needsOf = (view: object): readonly Need[] =>
  'needs' in view ? (view.needs as readonly Need[]) : [];

/** What was entered, in one line; what the record provides is left out. */
const enteredIn = (needs: readonly Need[]): string =>
  enteredLines(needs.filter(({ locked }) => locked === undefined))
    .map(plainLine)
    .join(', ');

/** Keeps what the machine's failure would hide: that the same change was made before. */
function through(once: Once, ports: RecordPorts<unknown>) {
  let already: AlreadyMade | undefined;
  const sending: RecordPorts<unknown> = {
    ...ports,
    send: ({ idempotencyKey, ...call }, signal) =>
      once
        .send({ key: idempotencyKey, payload: call }, ({ key, payload }) =>
          ports.send({ ...(payload as typeof call), idempotencyKey: key }, signal),
        )
        .catch((error: unknown) => {
          if (error instanceof AlreadyMade) already = error;
          throw error;
        }),
  };
  return { sending, already: () => already };
}

interface Saving {
  readonly tool: string;
  readonly mode: 'create' | 'edit';
  /** Heading of the question; by default the form's. */
  readonly title?: string;
  readonly action: Action;
  readonly fields: readonly FormField[];
  /** Values that the tool itself sets: a hold's status. */
  readonly set?: Draft;
  readonly opener?: Opener | undefined;
  /** Refuses a record for which nothing is left to do. */
  readonly already?: BulkDefinition['already'];
}

/** Creates or updates a record by the record workflow. */
async function save(
  definition: AnyResource,
  { action, already, fields, mode, opener, set = {}, title, tool }: Saving,
  args: Args,
  turn: Turn,
): Promise<Answer> {
  const { asker, office, signal } = turn;
  const { client, journal } = office;
  await permitted(office, action);
  const of = opener?.definition ?? definition;
  const given = opener ? args[nameOf(of.noun[0])] : args.id;
  const needsRow = mode === 'edit' || opener !== undefined;
  const read = async () =>
    needsRow ? ((await getRecord(client, of, textId(given), signal)) as Row) : undefined;
  const first = await read();
  const id = first && (idOf(of, first) || textId(given));
  const target = first ? `${of.noun[0]} ${id}` : 'new';
  const ports = recordPorts(client, definition) as RecordPorts<unknown>;
  const { created = '', updated = '' } = definition.form?.texts ?? {};
  const said = (record: unknown): string => {
    const made = idOf(definition, record);
    return `${mode === 'create' ? created : updated}${made ? ` (${definition.noun[0]} id ${made})` : ''}`;
  };
  const once = () =>
    openOnce(journal, {
      ...{ asker, tool, target, said },
      asked: askedIn(args, fields),
      invoice: invoiceOf(first),
      records: recordsOf(first ? [target] : [], first),
      madeOf: (record) => {
        const made = mode === 'create' && idOf(definition, record);
        return made ? [`${definition.noun[0]} ${made}`] : [];
      },
      repeatable: mode === 'edit',
      now: async ({ values }) => {
        const row = await read();
        if (row === undefined) return [];
        if (opener === undefined) return recordNow(definition, row, Object.keys(values));
        const provided = opener.form.provided(row as never);
        return [
          recordLine(of, row),
          ...(await entriesNow(client, definition, { provided, values })),
        ];
      },
      again: ({ key, payload }) =>
        ports.send(
          { ...(payload as Omit<RecordCall, 'idempotencyKey'>), idempotencyKey: key },
          new AbortController().signal,
        ),
    });
  return inTurn(turn, { once, thing: `${tool} ${target}` }, async (door) => {
    // As it is by now: another call may have had its turn before.
    const row = await read();
    const refused = row && (opener ? opener.form.refuse?.(row) : already?.(row));
    if (refused !== undefined) throw new Refusal(`${refused} Nothing was done.`);
    const provided = opener &&
      row && { ...startingDays(definition), ...opener.form.provided(row as never) };
    const { already: made, sending } = through(door, ports);
    const run = startWorkflow(recordWorkflow(sending), {
      input: {
        mode,
        unattended: true,
        ...(mode === 'edit' && id !== undefined && { id }),
        ...(provided && { provided }),
      },
    });
    const answers = { ...givenIn(args, fields), ...(set as Record<string, string>) };
    let entered = '';
    const view = await drive(run as Drivable<typeof run.view>, {
      answers,
      asker,
      signal,
      known: (view) => ({
        lines: [...(row ? [recordLine(of, row)] : []), ...enteredLines(needsOf(view))],
        invoice: invoiceOf(row),
      }),
      confirm: async ({ data, ...view }) => {
        const needs = needsOf(view);
        if (mode === 'edit' && !data.dirty)
          throw new Refusal('Nothing would change. Nothing was done.');
        const lines =
          mode === 'create'
            ? enteredLines(needs)
            : changedLines(needs, definition.form?.draft(data.record) ?? {});
        const heading = `${title ?? data.title}${row ? `: ${recordLine(of, row)}` : ''}`;
        const facts = [...lines, ...effectLines(data.effects)];
        entered = mode === 'create' ? enteredIn(needs) : lines.map(plainLine).join(', ');
        const question = { question: [heading, ...facts], entered };
        const before = await door.check(valuesOf(data.fields, data.draft), question);
        await asker.toConfirm(heading, [...facts, ...before], invoiceOf(row));
      },
    }).catch((error: unknown) => {
      throw made() ?? error;
    });
    if (view.status !== 'done') throw new Refusal(unsent(view));
    const { meanwhile, record } = view.output;
    const sent = entered === '' ? '' : `Sent was: ${entered}.`;
    return { said: [said(record), meanwhile, sent].filter(Boolean).join(' '), data: record };
  });
}

function unsent(view: { readonly status: string; readonly step?: string; readonly commands: Row }) {
  if (view.step === 'conflict') {
    return 'Somebody else changed the record in the meantime. Nothing was changed. Read it again and decide anew.';
  }
  const { submit } = view.commands as {
    readonly submit?: { readonly reason?: { readonly message: string } };
  };
  return `${submit?.reason?.message ?? 'The form is not complete.'} Nothing was done.`;
}

/** Runs an action of one record, or of several: a reversal, an e-mail, an assignment. */
async function act(
  definition: AnyResource,
  { action, tool }: { readonly action: ActionDefinition; readonly tool: string },
  args: Args,
  turn: Turn,
): Promise<Answer> {
  const { asker, office, signal } = turn;
  const { client, journal } = office;
  await permitted(office, action.action);
  const onRow = action.on === 'row';
  const read = async () =>
    onRow ? ((await getRecord(client, definition, textId(args.id), signal)) as Row) : undefined;
  const first = await read();
  const picked = await pickedRows(definition, (args.ids ?? []) as readonly string[], turn);
  const ids = first ? [idOf(definition, first) || textId(args.id)] : [...picked.keys()];
  if (ids.length === 0) throw new Refusal(action.texts.none ?? 'Nothing is selected.');
  const target = `${definition.noun[0]} ${[...ids].sort().join(' ')}`;
  const ports = actionPorts(client, definition, action);
  const rowsNow = async (ids: readonly string[]): Promise<readonly string[]> => {
    const rows = ids.slice(0, MAX_RECORDS).map((id) => getRecord(client, definition, id, signal));
    const lines = (await Promise.all(rows)).flatMap((row) => [
      ...recordNow(definition, row as Row, []),
      ...previewLines({ facts: action.about?.(row as Row) ?? [] }),
    ]);
    const more = ids.length - rows.length;
    return more > 0 ? [...lines, `and ${more} more ${definition.noun[1]}`] : lines;
  };
  const said = (answer: unknown): string =>
    (answer as { readonly message?: string } | undefined)?.message ?? action.texts.success;
  const once = () =>
    openOnce(journal, {
      ...{ asker, tool, target, said },
      asked: askedIn(args, action.fields),
      invoice: invoiceOf(first),
      records: recordsOf(
        ids.map((id) => `${definition.noun[0]} ${id}`),
        first,
      ),
      repeatable: false,
      now: () => rowsNow(ids),
      again: ({ key, payload }) => {
        const sent = payload as { readonly draft: Draft; readonly ids: readonly string[] };
        return ports.run({ ...sent, key }, new AbortController().signal);
      },
    });
  return inTurn(turn, { once, thing: `${tool} ${target}` }, async (door) => {
    const row = await read();
    if (row && action.offered?.(row) === false) {
      throw new Refusal(
        `${action.label} is not offered for this ${definition.noun[0]}. Nothing was done.`,
      );
    }
    const title = `${action.title ?? action.label}: ${
      row
        ? recordLine(definition, row)
        : `${ids.length} ${definition.noun[ids.length === 1 ? 0 : 1]}`
    }`;
    const rows = [...picked.values()].map((one) => recordLine(definition, one));
    const more = rows.length - MAX_RECORDS;
    const which = [
      ...rows.slice(0, MAX_RECORDS),
      ...(more > 0 ? [`and ${more} more ${definition.noun[more === 1 ? 0 : 1]}`] : []),
    ];
    const facts = row ? (action.about?.(row) ?? []) : [];
    const preview = await previewAction(client, action, ids, signal);
    const confirmWith = async (values: Values, needs: readonly Need[]) => {
      const lines = enteredLines(needs);
      const known = preview ? previewLines(preview) : [];
      const question = action.preview ? [action.preview.question] : [];
      const all = [...which, ...previewLines({ facts }), ...lines, ...known, ...question];
      const agreed = { question: [title, ...all], entered: enteredIn(needs) };
      const before = await door.check(values, agreed);
      await asker.toConfirm(title, [...all, ...before], invoiceOf(row));
    };
    // Without fields it runs as soon as it is started.
    const runsAtOnce = action.fields.length === 0;
    if (runsAtOnce) await confirmWith({}, []);
    if (signal.aborted) throw new Refusal('The call was cancelled; nothing was done.');
    let already: AlreadyMade | undefined;
    const run = startWorkflow(
      actionWorkflow({
        ...ports,
        run: ({ key, ...request }, stop) =>
          door
            .send({ key, payload: request }, ({ key: own, payload }) =>
              ports.run({ ...(payload as typeof request), key: own }, stop),
            )
            .catch((error: unknown) => {
              if (error instanceof AlreadyMade) already = error;
              throw error;
            }),
      }),
      { input: { ids } },
    );
    const view = await drive(run, {
      answers: givenIn(args, action.fields),
      asker,
      signal: runsAtOnce ? new AbortController().signal : signal,
      known: (view) => ({
        lines: [title, ...which, ...previewLines({ facts }), ...enteredLines(needsOf(view))],
        invoice: invoiceOf(row),
      }),
      confirm: ({ data, ...view }) => confirmWith(valuesOf(data.fields, data.draft), needsOf(view)),
    }).catch((error: unknown) => {
      throw already ?? error;
    });
    if (view.status !== 'done') throw new Refusal(unsent(view));
    return { said: view.output.message };
  });
}

const ONCE =
  'A person confirms it first. Called again with the same values it does nothing more, so after a lost answer just call it again. It takes no key.';

function formTools(definition: AnyResource, openers: readonly Opener[]): readonly Tool[] {
  const { form, name, noun } = definition;
  if (form === undefined || fieldsAt(definition, 'create').some(({ secret }) => secret)) return [];
  const opener = openers.find(({ form: { resource } }) => resource === name);
  const tools: Tool[] = [];
  if (form.create && (opener || definition.form?.create)) {
    const tool = `create_${nameOf(noun[0])}`;
    const fields = fieldsAt(definition, 'create');
    const saving = { tool, mode: 'create', action: `${name}.create` as Action, fields } as const;
    const by = opener?.definition.noun[0];
    tools.push({
      name: tool,
      title: form.titles.create ?? `Add ${noun[0]}`,
      description: `Creates a ${noun[0]}${by ? ` of an ${by}; what is taken from it needn't be given` : ''}. ${ONCE}`,
      changes: true,
      params: {
        ...(by && {
          [nameOf(by)]: {
            type: 'string',
            required: true,
            description: `The ${by}'s number or id`,
          },
        }),
        ...paramsOf(fields),
      },
      run: (args, turn) => save(definition, { ...saving, opener }, args, turn),
    });
  }
  if (form.update && definition.record) {
    const tool = `update_${nameOf(noun[0])}`;
    const fields = fieldsAt(definition, 'edit');
    const saving = { tool, mode: 'edit', action: `${name}.update` as Action, fields } as const;
    tools.push({
      name: tool,
      title: form.titles.edit ?? `Update ${noun[0]}`,
      description: `Changes the given fields of a ${noun[0]}. ${ONCE}`,
      changes: true,
      params: { ...idParam(noun[0]), ...paramsOf(fields) },
      run: (args, turn) => save(definition, saving, args, turn),
    });
  }
  return tools;
}

function bulkTools(definition: AnyResource): readonly Tool[] {
  const { bulk = [], noun } = definition;
  return bulk.flatMap(({ action, already, fields = [], label, name, set }): readonly Tool[] => {
    if (set === undefined) return [];
    const tool = `${nameOf(name)}_${nameOf(noun[0])}`;
    const saving = { tool, title: label, mode: 'edit', action, fields, set, already } as const;
    return [
      {
        name: tool,
        title: `${label} a ${noun[0]}`,
        description: `${label}: changes one ${noun[0]}. ${ONCE}`,
        changes: true,
        params: { ...idParam(noun[0]), ...paramsOf(fields) },
        run: (args, turn) => save(definition, saving, args, turn),
      },
    ];
  });
}

function actionTools(definition: AnyResource): readonly Tool[] {
  const { actions = [], noun } = definition;
  return actions.flatMap((action): readonly Tool[] => {
    if (action.file || action.on === 'list') return [];
    const onRow = action.on === 'row';
    const tool = `${nameOf(action.name)}_${nameOf(noun[onRow ? 0 : 1])}`;
    return [
      {
        name: tool,
        title: action.title ?? action.label,
        description: `${action.label} (${onRow ? `one ${noun[0]}` : noun[1]}). ${ONCE}`,
        changes: true,
        params: {
          ...(onRow
            ? idParam(noun[0])
            : { ids: { type: 'texts', required: true, description: `Ids of ${noun[1]}` } }),
          ...paramsOf(action.fields),
        },
        run: (args, turn) => act(definition, { action, tool }, args, turn),
      },
    ];
  });
}

/** The changes that the definitions know, by resource: forms without secrets, actions, changes of picked rows. */
export function changesOf(
  definitions: readonly AnyResource[],
): readonly { readonly resource: string; readonly tools: readonly Tool[] }[] {
  const openers = openersOf(definitions);
  return definitions.map((definition) => ({
    resource: definition.name,
    tools: [
      ...formTools(definition, openers),
      ...bulkTools(definition),
      ...actionTools(definition),
    ],
  }));
}
