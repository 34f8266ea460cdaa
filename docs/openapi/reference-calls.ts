import { type Action, REFERENCES, type Reference, type ReferenceName } from '@forecourt/core';
import { type ContractCall, json, type Parameter } from './operation.ts';
import { id, listOf, object, oneOf, type Schema, string } from './schemas.ts';

/** The parameters that a list depends on, in order; without them the call returns all choices. */
const DEPENDS: Readonly<Partial<Record<ReferenceName, readonly string[]>>> = {
  provinces: ['country'],
  cities: ['country', 'state'],
};

/** Lists that need more than a session. */
const ACTION_OF: Readonly<Partial<Record<ReferenceName, Action>>> = {
  switchAccounts: 'session.switch',
};

interface Found {
  readonly names: readonly ReferenceName[];
  readonly references: readonly Reference[];
}

/** Returns the lists by path; several lists may read the same answer. */
function byPath(): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const [key, reference] of Object.entries(REFERENCES)) {
    const name = key as ReferenceName;
    const whole = (DEPENDS[name] ?? []).map((param) => `{${param}}`);
    for (const params of whole.length === 0 ? [[]] : [[], whole]) {
      const path = decodeURIComponent(reference.path(params));
      const { names = [], references = [] } = found.get(path) ?? {};
      found.set(path, { names: [...names, name], references: [...references, reference] });
    }
  }
  return found;
}

function queryOf(references: readonly Reference[]): readonly Parameter[] {
  const values = new Map<string, string[]>();
  for (const [name, value] of references.flatMap(({ query }) => query ?? [])) {
    values.set(name, [...new Set([...(values.get(name) ?? []), value])]);
  }
  return [...values].map(([name, known]) => ({ name, schema: oneOf(known), required: true }));
}

function answerOf(references: readonly Reference[]): Schema {
  const entry: Record<string, Schema> = {};
  for (const { key, value } of references) {
    for (const name of key) entry[name] = name === value ? string : id;
    entry[value] = string;
  }
  const rows = listOf(object(entry));
  const [first] = references;
  return first?.rows === undefined ? rows : object({ [first.rows]: rows });
}

/** Returns the calls for every list of choices in core's table. */
export const referenceCalls = (): readonly ContractCall[] =>
  [...byPath()].map(([path, { names, references }]): ContractCall => {
    const query = queryOf(references);
    const [first] = names;
    return {
      method: 'GET',
      path,
      action: (first && ACTION_OF[first]) ?? 'reference.get',
      operationId: `reference.${names.join('+')}${path.includes('{') ? '.of' : ''}`,
      tag: 'reference',
      summary: `Returns the choices for ${names.join(', ')}`,
      ...(query.length > 0 && { query }),
      answer: { description: 'The choices.', content: json(answerOf(references)) },
    };
  });
