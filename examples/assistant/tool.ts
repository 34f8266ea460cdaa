import type { Asker } from './asker.ts';
import type { Office } from './office.ts';

/** What a model may give for one parameter. Values of records are texts, as a person would type them. */
export interface Param {
  readonly type: 'string' | 'integer' | 'boolean' | 'filters' | 'texts';
  readonly description: string;
  readonly required?: boolean;
  readonly enum?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Of `filters`: the fields of the list. */
  readonly fields?: readonly { readonly field: string; readonly description: string }[];
}

export type Params = Readonly<Record<string, Param>>;
export type Args = Readonly<Record<string, unknown>>;

/** What a tool has while it runs: the office it works in, a person to ask, and the client's cancellation. */
export interface Turn {
  readonly office: Office;
  readonly asker: Asker;
  readonly signal: AbortSignal;
}

/** What a tool answers: a sentence of this server, and records as data. */
export interface Answer {
  readonly said: string;
  readonly data?: unknown;
}

/** A tool as the client sees it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly params: Params;
  /** Changes something: needs its flag and a confirmation. */
  readonly changes?: true;
  run(args: Args, turn: Turn): Promise<Answer>;
}

/** A call that was not carried out; the message says why and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Longest text that a model may give for one value. */
const MAX_TEXT = 2000;

const schemaOf = ({ description, enum: values, fields = [], max, min, type }: Param): object => {
  switch (type) {
    case 'filters':
      return {
        type: 'object',
        description,
        properties: Object.fromEntries(
          fields.map((one) => [
            one.field,
            { type: 'string', maxLength: MAX_TEXT, description: one.description },
          ]),
        ),
        additionalProperties: false,
      };
    case 'texts':
      return {
        type: 'array',
        description,
        items: { type: 'string', maxLength: MAX_TEXT },
        maxItems: 50,
      };
    case 'string':
      return { type, description, ...(values ? { enum: values } : { maxLength: MAX_TEXT }) };
    case 'integer':
      return { type, description, minimum: min, maximum: max };
    case 'boolean':
      return { type, description };
  }
};

/** The parameters as JSON Schema. No parameter is a key: a change's key is made here and never given. */
export const inputSchemaOf = (params: Params) => ({
  type: 'object' as const,
  properties: Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, schemaOf(param)]),
  ),
  required: Object.entries(params).flatMap(([name, { required }]) => (required ? [name] : [])),
  additionalProperties: false as const,
});

const quoted = (name: string): string => `'${name.slice(0, 60)}'`;

function unknownIn(given: object, known: readonly string[], where: string): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw new Refusal(
      `${where} has no ${quoted(name)}; nothing was done. It has: ${known.join(', ') || 'nothing'}.`,
    );
  }
}

function textIn(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new Refusal(`${quoted(name)} is a text.`);
  if (value.length > MAX_TEXT) {
    throw new Refusal(`${quoted(name)} has ${value.length} characters; at most ${MAX_TEXT} fit.`);
  }
  return value;
}

function checkValue(name: string, param: Param, value: unknown): void {
  const { enum: values, fields = [], max = Number.MAX_SAFE_INTEGER, min = 0, type } = param;
  if (type === 'string') {
    const text = textIn(name, value);
    if (values && !values.includes(text)) {
      throw new Refusal(`${quoted(name)} is one of: ${values.join(', ')}.`);
    }
  } else if (type === 'integer') {
    const fits = Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
    if (!fits) throw new Refusal(`${quoted(name)} is a whole number from ${min} to ${max}.`);
  } else if (type === 'boolean') {
    if (typeof value !== 'boolean') throw new Refusal(`${quoted(name)} is true or false.`);
  } else if (type === 'texts') {
    if (!Array.isArray(value) || value.length > 50) {
      throw new Refusal(`${quoted(name)} is a list of at most 50 texts.`);
    }
    for (const one of value) textIn(name, one);
  } else {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Refusal(`${quoted(name)} is an object of fields and texts.`);
    }
    unknownIn(
      value,
      fields.map(({ field }) => field),
      quoted(name),
    );
    for (const [field, one] of Object.entries(value)) textIn(field, one);
  }
}

/** Throws a `Refusal` for arguments that the tool doesn't take. A client needn't have checked them. */
export function checkArgs({ name, params }: Pick<Tool, 'name' | 'params'>, args: Args): void {
  unknownIn(args, Object.keys(params), name);
  for (const [param, spec] of Object.entries(params)) {
    const value = Object.hasOwn(args, param) ? args[param] : undefined;
    if (value !== undefined) checkValue(param, spec, value);
    else if (spec.required) throw new Refusal(`${quoted(param)} is missing: ${spec.description}`);
  }
}
