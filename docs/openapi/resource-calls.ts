import { ACTIONS, type Action, type AnyResource, totalsPath } from '@forecourt/core';
import { FROM_UNBILLED } from './billing-calls.ts';
import { byParameter, type ContractCall, CSV, json, type Parameter } from './operation.ts';
import {
  binary,
  count,
  day,
  formCall,
  id,
  listOf,
  object,
  oneOf,
  RECORD_ID,
  ref,
  type Schema,
  schemaName,
  string,
  wireSchema,
} from './schemas.ts';

/** 'card' → 'a card', 'invoice' → 'an invoice'. */
const one = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

const positive: Schema = { type: 'integer', minimum: 1 };

/** Pages of rows that differ from the usual shape, which is `content` with the page's numbers beside it. */
const PAGES: Readonly<Record<string, (rows: Schema) => Schema>> = {
  transactions: (rows) =>
    object({
      metadata: object({ page: positive, size: positive, total_count: count }),
      transactions: rows,
    }),
  invoices: (rows) =>
    object({
      pageable: object({ pageNumber: positive, pageSize: positive }),
      total_elements: count,
      content: rows,
    }),
  payments: (rows) => object({ total_elements: count, content: rows }),
};

/** What an answer has besides its page. */
const BESIDES: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  exceptions: {
    unjudged: {
      type: 'array',
      description:
        'Days of the list’s range whose purchases were never judged, both inclusive; without them, no exceptions is a finding.',
      items: object({ from: day, to: day }),
    },
  },
};

const contentPage = (rows: Schema, first: 0 | 1, name: string): Schema =>
  object({
    content: rows,
    pageSize: positive,
    pageNumber: { type: 'integer', minimum: first },
    totalPages: count,
    totalRecords: count,
    ...BESIDES[name],
  });

const namesOf = (resource: AnyResource, use: 'sortable' | 'filterable'): readonly string[] =>
  resource.list.columns.filter((column) => column[use] !== false).map(({ field }) => field);

const sortFields = (resource: AnyResource): readonly string[] => [
  ...(resource.list.dateField === undefined ? [] : ['date']),
  ...namesOf(resource, 'sortable'),
];

function sortParameters(resource: AnyResource): readonly Parameter[] {
  const fields = { 'x-fields': sortFields(resource) };
  if (resource.list.sortStyle === 'sortParam') {
    return [
      { name: 'sortParam', schema: string, description: 'Field to sort by.', ...fields },
      { name: 'sortingOrder', schema: oneOf(['asc', 'desc']) },
    ];
  }
  const schema = { type: 'string', pattern: '^[^,]+,(asc|desc)$' };
  return [{ name: 'sort', schema, description: '`field,asc` or `field,desc`.', ...fields }];
}

const DAYS = ['from', 'to'] as const;

/** The query parameters of a list (LIST-07). */
export const listQuery = (resource: AnyResource): readonly Parameter[] => [
  { name: 'paged', schema: oneOf(['true']) },
  { name: 'page', schema: positive, description: 'One-based.' },
  { name: 'size', schema: positive },
  ...sortParameters(resource),
  {
    name: 'filter',
    description:
      '`field:value` is exact, `field::value` contains, `field^=value` begins, `field>=value` and `field<=value` are inclusive ends of amounts and days. A row must match all filters, but only one of several exact values of a field.',
    schema: listOf({ type: 'string', pattern: '^[^:]+?(::?|\\^=|>=|<=)' }),
    explode: true,
    'x-fields': namesOf(resource, 'filterable'),
  },
  ...(resource.list.dateField === undefined
    ? []
    : DAYS.map((name) => ({
        name,
        schema: day,
        description: `${resource.list.dateField}, inclusive.`,
      }))),
];

/** The fields of a body that filter rows (LIST-08, LIST-15). */
const filterFields = (resource: AnyResource): Readonly<Record<string, Schema>> => ({
  filters: listOf(
    object({
      filterField: { ...string, 'x-fields': namesOf(resource, 'filterable') },
      matchStrategy: oneOf(['equals', 'contains', 'begins', 'from', 'to']),
      query: string,
    }),
  ),
  ...(resource.list.dateField !== undefined && { from: day, to: day }),
});

/** The fields of a body that filter and order rows (LIST-08, TXN-03). */
const selection = (resource: AnyResource): Readonly<Record<string, Schema>> => ({
  ...filterFields(resource),
  sortField: { ...string, 'x-fields': sortFields(resource) },
  sortOrder: { ...oneOf([1, -1]), description: '1 ascending, -1 descending.' },
});

const searchBody = (resource: AnyResource): Schema =>
  object(
    {
      ...selection(resource),
      pageSize: positive,
      pageNumber: { ...count, description: 'Zero-based.' },
      name: { const: resource.name },
    },
    [],
  );

const has = (action: string): action is Action => Object.hasOwn(ACTIONS, action);

function actionOf(resource: AnyResource, verb: string): Action {
  const action = `${resource.name}.${verb}`;
  if (has(action)) return action;
  throw new Error(`Core's table of actions has no ${action}.`);
}

/** Records that can be created, changed, deleted or acted on have a version. */
const isVersioned = ({ actions, form, record, remove }: AnyResource): boolean =>
  form !== undefined ||
  remove !== undefined ||
  (record !== undefined && actions?.some(({ on }) => on === 'row') === true);

const VERSION = { etag: 'ETag' } as const;

/** A row of a list; if its record can change, with its `ETag`. */
const rowOf = (resource: AnyResource): Schema =>
  isVersioned(resource)
    ? { allOf: [ref(schemaName(resource)), object({ etag: string })] }
    : ref(schemaName(resource));

function listCalls(resource: AnyResource): readonly ContractCall[] {
  const { list, name, noun } = resource;
  const rows = listOf(rowOf(resource));
  const page = PAGES[name]?.(rows) ?? contentPage(rows, 1, name);
  const shared = { action: actionOf(resource, 'list'), tag: name } as const;
  return [
    {
      ...shared,
      method: 'GET',
      path: list.path,
      operationId: `${name}.list`,
      summary: `Returns a page of ${noun[1]}`,
      query: listQuery(resource),
      answer: { description: `The ${noun[1]} of that page.`, content: json(page) },
    },
    {
      ...shared,
      method: 'POST',
      path: `${list.path.replace(/\/+$/, '')}/search`,
      operationId: `${name}.search`,
      summary: `Returns a page of ${noun[1]}, with the query in the body`,
      safe: true,
      body: json(searchBody(resource)),
      answer: {
        description: `The ${noun[1]} of that page.`,
        content: json(contentPage(rows, 0, name)),
      },
    },
  ];
}

/** Answers to forms that return something other than the record. */
const ANSWERS: Readonly<Record<string, Schema>> = {
  'payments.create': object({ id }),
  'companies.create': object({ id }),
};

/** Parameters of the query that forms send. */
const QUERIES: Readonly<Record<string, readonly Parameter[]>> = {
  'payments.create': [byParameter('number', 'invoice_id')],
};

/** Bodies accepted instead of the form's. */
const OTHER_BODIES: Readonly<Record<string, Schema>> = { 'invoices.create': FROM_UNBILLED };

/** Lines replace the stored ones: one that isn't sent is deleted. */
const LINES =
  'All lines of the purchase: one that is not sent is deleted, and the amounts follow. A line with the id of a stored one changes it and keeps what it leaves out; one without an id takes the place of the stored line at its position. Leave txn_attr out to keep all lines.';

/** Fields of a form that it has only in some states, or under another name than the body. */
const MORE_FIELDS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  'payments.create': {
    invoice_status: {
      ...string,
      description:
        'The invoice’s status as the caller knows it. If it was closed meanwhile, the payment is refused with 422; without this field, or with Closed, it is registered.',
    },
  },
  'invoices.update': {
    reason: {
      ...string,
      description:
        'Why: needed where the change takes back what is owed, marks the invoice as paid or closes it.',
    },
  },
};
const ALSO_REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'markups.create': ['customer_id', 'fuel_company_id', 'markup_value'],
  'markups.update': ['id'],
};

const withLines = (lines: Schema): Schema => {
  const { items } = lines as { readonly items: { readonly properties: object } };
  const line = { ...items, properties: { id, ...items.properties } };
  return { ...lines, items: line, description: LINES };
};

const bodyFor = (operationId: string, form: Schema): Schema => {
  const { properties, required = [] } = form as {
    readonly properties: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  const { txn_attr: lines } = properties;
  const whole = object(
    {
      ...properties,
      ...(operationId === 'transactions.update' && lines && { txn_attr: withLines(lines) }),
      ...MORE_FIELDS[operationId],
    },
    [...required, ...(ALSO_REQUIRED[operationId] ?? [])],
  );
  const other = OTHER_BODIES[operationId];
  return other ? { anyOf: [whole, other] } : whole;
};

function formCalls(resource: AnyResource): readonly ContractCall[] {
  const { name, noun } = resource;
  return (['create', 'edit'] as const).flatMap((mode): ContractCall[] => {
    const call = formCall(resource, mode);
    if (!call) return [];
    const verb = mode === 'create' ? 'create' : 'update';
    const operationId = `${name}.${verb}`;
    return [
      {
        method: call.method,
        path: call.path,
        action: actionOf(resource, verb),
        operationId,
        tag: name,
        summary: mode === 'create' ? `Creates ${one(noun[0])}` : `Updates ${one(noun[0])}`,
        ...(QUERIES[operationId] && { query: QUERIES[operationId] }),
        body: json(bodyFor(operationId, call.body)),
        answer: {
          status: mode === 'create' ? 201 : 200,
          description: `The present ${noun[0]}.`,
          content: json(ANSWERS[operationId] ?? ref(schemaName(resource))),
          ...(operationId in ANSWERS ? {} : { headers: VERSION }),
        },
        ...(mode === 'edit' && { conditional: true }),
      },
    ];
  });
}

const recordName = (resource: AnyResource): string =>
  resource.record && resource.record.schema !== resource.schema
    ? `${schemaName(resource)}Record`
    : schemaName(resource);

function recordCalls(resource: AnyResource): readonly ContractCall[] {
  const { name, noun, record, remove } = resource;
  const parameter = `{${RECORD_ID}}`;
  const calls: ContractCall[] = [];
  if (record) {
    calls.push({
      method: 'GET',
      path: decodeURIComponent(record.path(parameter)),
      action: actionOf(resource, 'get'),
      operationId: `${name}.get`,
      tag: name,
      summary: `Returns one ${noun[0]}`,
      ...(resource.named && { query: [byParameter(resource.named)] }),
      answer: {
        description: `The ${noun[0]}.`,
        content: json(ref(recordName(resource))),
        ...(isVersioned(resource) && { headers: VERSION }),
      },
    });
  }
  if (remove) {
    calls.push({
      method: 'DELETE',
      path: decodeURIComponent(remove.path(parameter)),
      action: actionOf(resource, 'delete'),
      operationId: `${name}.delete`,
      tag: name,
      summary: `Deletes ${one(noun[0])}`,
      conditional: true,
      answer: { description: 'Deleted.', content: json(object({})) },
    });
  }
  return calls;
}

function exportCalls(resource: AnyResource): readonly ContractCall[] {
  const { export: exported, name, noun } = resource;
  if (!exported) return [];
  const [key = 'ids'] = Object.keys(exported.body(['1']) as object);
  const byIds = object({ [key]: listOf(id) });
  const body = { anyOf: [byIds, object(selection(resource), ['filters'])] };
  return [
    {
      method: 'POST',
      path: exported.path,
      action: exported.action,
      operationId: `${name}.export`,
      tag: name,
      summary: `Exports the ${noun[1]} of some ids, or all that match a filter, as a file`,
      safe: true,
      body: json(body),
      answer: {
        description: `${exported.fileName}, streamed: the rows of the moment when the file began.`,
        content: { [CSV]: binary },
        headers: { 'content-disposition': 'ContentDisposition' },
      },
    },
  ];
}

function totalsCalls(resource: AnyResource): readonly ContractCall[] {
  const { name, noun, list } = resource;
  if (!list.totals) return [];
  const decimals = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' };
  const { except, fields, lines } = list.totals;
  const summed = lines ? [...fields, lines.field] : fields;
  const sums = object(Object.fromEntries(summed.map((field) => [field, decimals])), fields);
  return [
    {
      method: 'POST',
      path: totalsPath(resource),
      action: actionOf(resource, 'list'),
      operationId: `${name}.totals`,
      tag: name,
      summary: `Returns the sums of all ${noun[1]} that match a filter, by currency`,
      safe: true,
      body: json(object(filterFields(resource), ['filters'])),
      answer: {
        description: `Exact sums as text, one entry for each currency${except ? `; ${noun[1]} whose ${except.field} is ${except.value} are left out` : ''}${lines ? `; ${lines.field} is of the lines that match, and only there with a filter by ${lines.filters.join(' or ')}` : ''}.`,
        content: json(object({ totals: listOf(object({ currency: string, sums })) })),
      },
    },
  ];
}

/** Returns all calls that follow from a resource's definition. */
export const resourceCalls = (resource: AnyResource): readonly ContractCall[] => [
  ...listCalls(resource),
  ...recordCalls(resource),
  ...formCalls(resource),
  ...exportCalls(resource),
  ...totalsCalls(resource),
];

/** Returns a resource's wire schemas by name. */
export const resourceSchemas = (resource: AnyResource): Readonly<Record<string, Schema>> => ({
  [schemaName(resource)]: wireSchema(resource.schema),
  ...(resource.record && { [recordName(resource)]: wireSchema(resource.record.schema) }),
});
