/** The options of commands that fill in a form, and the fields of lists, derived from their definitions. */
import {
  type ActionDefinition,
  type AnyResource,
  type Draft,
  decodeRow,
  type FormDefinition,
  type FormField,
  type FormMode,
  RESOURCES,
} from '@forecourt/core';
import { hasPeriod } from '../input/days.ts';
import { flagOf, flagsOption } from '../input/flag-names.ts';
import type { CommandDetails, OptionSpec } from './command.types.ts';
import { DAYS } from './list-options.ts';
import { CHANGED, sampleOf } from './samples.ts';

const KINDS: Readonly<Partial<Record<FormField['input'], string>>> = {
  choice: 'choice',
  day: 'day',
  days: 'days',
  decimal: 'number',
  email: 'email',
  instant: 'time',
  integer: 'number',
};

const HINTS: Readonly<Partial<Record<FormField['input'], string>>> = {
  day: 'YYYY-MM-DD',
  instant: 'YYYY-MM-DDTHH:mm:ss',
};

function choicesOf({ options }: FormField): string | undefined {
  if (options === undefined) return undefined;
  if (!('reference' in options)) return options.map(({ key }) => key).join(', ');
  return options.optional && 'one that the service lists';
}

/** In a form opened from a row, a required day defaults to today. */
const isToday = ({ input, required }: FormField, { provided }: Form): boolean =>
  provided !== undefined && input === 'day' && required === true;

/** What a new record has without the option, or that it can't do without. */
function demandOf(field: FormField, form: Form): string {
  const begins = form.starts?.[field.name];
  if (isToday(field, form)) return ' (default: today)';
  if (typeof begins === 'string') return ` (default: ${begins})`;
  return form.creating && field.required && field.locked === undefined ? ' (required)' : '';
}

function describe(field: FormField, form: Form): string {
  const hint = choicesOf(field) ?? HINTS[field.input];
  const list = field.input === 'days' ? `${hint}, separated by commas` : hint;
  const demand = demandOf(field, form);
  return `${field.label}${list ? `: ${list}` : ''}${demand}`;
}

type Registered = (typeof RESOURCES)[number];

interface Form {
  readonly group: string;
  readonly fields: readonly FormField[];
  readonly creating: boolean;
  /** Fields filled from the record that opens the form; the one that names that record stays an option. */
  readonly provided?: readonly string[];
  /** The values with which a new record begins. */
  readonly starts?: Draft | undefined;
}

const optionFor = (field: FormField, form: Form): OptionSpec => ({
  flags: `${flagOf(form.group, field.name)} <${KINDS[field.input] ?? 'text'}>`,
  description: describe(field, form),
  ...(field.section !== '' && { section: field.section }),
  ...((field.locked !== undefined || form.provided?.includes(field.name)) && { hidden: true }),
});

/** One option for all flags of a section: `--permissions view_users,view_invoices`; a flag alone has its own. */
function flagOptions({ fields, group }: Form): OptionSpec[] {
  const sections = Map.groupBy(
    fields.filter(({ input }) => input === 'flag'),
    ({ section }) => section,
  );
  return [...sections].map(([section, flags]) => {
    const [first] = flags;
    if (first && flags.length === 1) {
      return { flags: flagOf(group, first.name), description: first.label, section };
    }
    return {
      flags: `${flagsOption(section)} <names>`,
      description: `flags to turn on, separated by commas, or none: ${flags.map(({ name }) => name).join(', ')}`,
      section,
    };
  });
}

function formOptions(form: Form): OptionSpec[] {
  const plain = form.fields.filter(
    ({ input, name, secret }) => !(secret || input === 'flag' || name.includes('.')),
  );
  const secret = form.fields.find((field) => field.secret);
  return [
    ...plain.map((field) => optionFor(field, form)),
    ...plain.flatMap(({ label, offer }) =>
      offer ? [{ flags: `--${offer.name}`, description: `${offer.label}: gives ${label}` }] : [],
    ),
    ...flagOptions(form),
    ...(secret
      ? [
          {
            flags: '--password-stdin',
            description: `read the password from standard input${form.creating ? '; prompts if left out' : ''}`,
            section: secret.section,
          },
        ]
      : []),
  ];
}

const LINES =
  'Lines are repeated groups: `--set lines.0.dtl_qty=12.5`, or "lines": [{"dtl_qty": 12.5}] in --data.';

/** Field paths that `--set` accepts beyond the options. */
const groupsOf = (fields: readonly FormField[]): string =>
  [...Map.groupBy(fields, ({ group }) => group ?? '').entries()]
    .filter(([group]) => group !== '')
    .map(([group, [first]]) => `${group} ${first?.groupTitle ?? first?.section}`)
    .join(', ');

const linesNote = (fields: readonly FormField[]): { notes?: string } => {
  const inLines = fields.filter(({ name }) => name.startsWith('lines.0.'));
  if (inLines.length === 0) return {};
  const names = inLines.map(({ label, name }) => `  ${name.padEnd(24)}  ${label}`);
  return { notes: `${LINES}\nFields of a new record: ${groupsOf(fields)}.\n${names.join('\n')}` };
};

const sample = (group: string, field: FormField): string =>
  `${flagOf(group, field.name)} ${sampleOf(field)}`;

/** The first few fields that a person would set; for an update, the field that changes most often. */
function exampleFields(form: Form): readonly FormField[] {
  const { creating, fields, provided = [], group } = form;
  if (!creating) return fields.filter(({ name }) => name === CHANGED[group]);
  const open = fields.filter(
    (field) =>
      field.required &&
      !(field.secret || provided.includes(field.name) || field.name.includes('.')) &&
      !isToday(field, form),
  );
  return open.slice(0, 4);
}

function formDetails(
  form: Form,
  verb: 'create' | 'update',
  noun: string,
  { asks = false, from }: { readonly asks?: boolean; readonly from?: string | undefined } = {},
): CommandDetails {
  const { fields, group } = form;
  const call = `forecourt ${group} ${verb}${verb === 'update' ? ' 1042' : ''}`;
  const opener = from === undefined ? '' : ` --${from} INV-10021`;
  const samples = exampleFields(form).map((field) => sample(group, field));
  const secret = form.creating && fields.some((field) => field.secret);
  return {
    options: [
      ...(from === undefined
        ? []
        : [{ flags: `--${from} <number>`, description: `number or id of the ${from} (required)` }]),
      ...formOptions(form),
      ...(asks ? [{ flags: '--yes', description: 'skip the confirmation' }] : []),
    ],
    examples: [
      `${call}${opener} ${samples.join(' ')}${secret ? ' --password-stdin < password.txt' : ''}`,
      ...(verb === 'update' && fields.some(({ name }) => name.startsWith('lines.0.'))
        ? [`${call} --set lines.0.dtl_qty=12.5`]
        : []),
      `${call}${opener} --data ${noun}.json --json`,
    ],
    ...linesNote(fields),
  };
}

const asksIn = ({ warn }: Pick<FormDefinition<unknown>, 'warn'>, mode: 'create' | 'edit') =>
  warn !== undefined && (warn.modes ?? ['create']).includes(mode);

/** A form's fields before anything is loaded, or for an empty record. */
function fieldsOf({ form, record, schema }: AnyResource, mode: FormMode): readonly FormField[] {
  const empty = decodeRow<unknown>(record?.schema ?? schema, {}, () => undefined);
  const detail = mode === 'create' ? undefined : empty;
  const shown = form?.fields({ mode, detail, draft: form.draft(detail) }) ?? [];
  return mode === 'edit' ? [...shown, ...(form?.sometimes ?? [])] : shown;
}

async function formsOf(registered: Registered): Promise<[string, CommandDetails][]> {
  const definition = await registered.loadDefinition();
  const { form, name: group, noun } = definition;
  const openers = await Promise.all(
    RESOURCES.map(async ({ loadListDefinition }) => loadListDefinition()),
  );
  const opener = openers.find(({ rowForms }) =>
    rowForms?.some(({ resource }) => resource === group),
  );
  const rowForm = opener?.rowForms?.find(({ resource }) => resource === group);
  const found: [string, CommandDetails][] = [];
  if (form?.create) {
    const provided = Object.keys(rowForm?.provided({}) ?? {});
    const from = opener?.noun[0];
    const asks = asksIn(form, 'create');
    const all = fieldsOf(definition, 'create');
    // The option that names the record replaces the field of the same name.
    const fields = all.filter(({ name }) => flagOf(group, name) !== `--${from}`);
    const { starts } = form;
    const details = { group, fields, creating: true, starts, ...(rowForm && { provided }) };
    found.push([`${group}.create`, formDetails(details, 'create', noun[0], { asks, from })]);
  }
  if (form?.update) {
    const details = { group, fields: fieldsOf(definition, 'edit'), creating: false };
    const asks = asksIn(form, 'edit');
    found.push([`${group}.update`, formDetails(details, 'update', noun[0], { asks })]);
  }
  for (const action of definition.actions ?? []) found.push(actionDetails(group, noun[1], action));
  return found;
}

const isEnd = (name: string): boolean => name === 'from' || name === 'to';

export function actionDetails(
  group: string,
  plural: string,
  { fields, name, on, starts }: ActionDefinition,
): [string, CommandDetails] {
  const period = hasPeriod(fields);
  const others = period ? fields.filter(({ name: own }) => !isEnd(own)) : fields;
  const options = [
    ...(period ? DAYS : []),
    ...formOptions({ group, fields: others, creating: true, starts }),
  ];
  const required = fields.filter((field) => field.required && starts?.[field.name] === undefined);
  const call = `forecourt ${group} ${name}`;
  const rows = { row: ' 1042', selection: ' --ids 1042,1043', list: '' }[on];
  const samples = required.map((field) => ` ${sample(group, field)}`).join('');
  const ids = { flags: '--ids <ids>', description: `ids of ${plural}, separated by commas` };
  return [
    `${group}.${name}`,
    {
      options: on === 'selection' ? [...options, ids] : options,
      examples: [`${call}${rows}${samples}`],
    },
  ];
}

/** The column in which people look for a word: the company, or another name. */
function searchedColumn(
  columns: Awaited<ReturnType<Registered['loadListDefinition']>>['list']['columns'],
): string | undefined {
  const texts = columns.filter(({ filterable, kind }) => kind === 'text' && filterable !== false);
  const column =
    texts.find(({ label }) => /^(?:Company|Customer)/.test(label)) ??
    texts.find(({ field }) => field.endsWith('name')) ??
    texts.at(-1);
  return column?.field;
}

/** The fields that a list's options accept. */
async function listHelp({
  loadListDefinition,
  name,
}: Registered): Promise<[string, CommandDetails][]> {
  const { export: exported, list } = await loadListDefinition();
  const width = Math.max(...list.columns.map(({ field }) => field.length));
  const lines = list.columns.map(({ field, label }) => `  ${field.padEnd(width)}  ${label}`);
  const notes = `Fields:\n${lines.join('\n')}`;
  const [first = 'id', second = first] = list.columns.map(({ field }) => field);
  const searched = searchedColumn(list.columns) ?? second;
  const shown = [first, searched === first ? second : searched].join(',');
  const listed = {
    notes,
    examples: [
      `forecourt ${name} list --size 50 --sort ${second}:desc`,
      `forecourt ${name} list --filter ${searched}::north --columns ${shown} --json`,
    ],
  };
  if (exported === undefined) return [[`${name}.list`, listed]];
  const saved = {
    notes,
    examples: [
      `forecourt ${name} export --filter ${searched}::north --out ${exported.fileName}`,
      `forecourt ${name} export --ids 1042,1043 --out - | head`,
    ],
  };
  return [
    [`${name}.list`, listed],
    [`${name}.export`, saved],
  ];
}

/** Details of a resource's commands, by operation: 'cards.create'. */
export const detailsOf = async (
  registered: Registered,
): Promise<readonly (readonly [string, CommandDetails])[]> => [
  ...(await listHelp(registered)),
  ...(await formsOf(registered)),
];
