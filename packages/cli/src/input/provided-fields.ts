/**
 * Reads field values from `--data` and `--set`. This folder turns arguments, options and standard
 * input into values and throws usage errors. Whether a value is valid is for core's forms to
 * decide.
 */
import { readFile } from 'node:fs/promises';
import { Decimal } from '@forecourt/core';
import { usageError } from '../command-error.ts';
import type { Work } from '../work.ts';

/** Values by field name, from `--data` and `--set`; `--set` wins. */
export interface ProvidedFields {
  /** As parsed: nested like the document. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly set: Readonly<Record<string, string>>;
}

function readSet(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1)];
      throw usageError(`--set '${text}' is not 'field=value'.`);
    }),
  );
}

async function textOf(path: string, { stdin }: Work['runtime']): Promise<string> {
  if (path !== '-') return readFile(path, 'utf8');
  if (stdin.isTTY === true) throw usageError('--data - reads from a pipe, not from the terminal.');
  let text = '';
  stdin.setEncoding('utf8');
  for await (const piece of stdin) text += piece;
  return text;
}

/**
 * Numbers keep the text of the document: money is never a binary float (PAY-04). JSON's 1e2 is 100 here; typed,
 * it is no amount.
 */
function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value;
  return (Decimal.parse(context?.source ?? value) ?? value).toString();
}

function parse(path: string, text: string): ProvidedFields['data'] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''), asWritten);
  } catch (error) {
    throw usageError(`--data ${path} is not JSON.`, (error as Error).message);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as ProvidedFields['data'];
  }
  throw usageError(`--data ${path} is not an object of fields and values.`);
}

export async function readProvidedFields({ options, runtime }: Work): Promise<ProvidedFields> {
  const path = options.data as string | undefined;
  if (path === '-' && options.passwordStdin === true) {
    throw usageError('--data - and --password-stdin both use standard input: choose one.');
  }
  return {
    data: path === undefined ? {} : parse(path, await textOf(path, runtime)),
    set: readSet((options.set as readonly string[] | undefined) ?? []),
  };
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * { lines: [{ dtl_qty: '1' }] } → ['lines.0.dtl_qty', '1']; a field whose value is a list or a map
 * stays whole.
 */
export function flatFields(
  data: Readonly<Record<string, unknown>>,
  fields: ReadonlySet<string>,
): readonly (readonly [name: string, value: unknown])[] {
  const within = (path: string, value: unknown): readonly (readonly [string, unknown])[] =>
    isHolder(value) && !fields.has(path)
      ? Object.entries(value).flatMap(([key, inner]) => within(`${path}.${key}`, inner))
      : [[path, value ?? '']];
  return Object.entries(data).flatMap(([name, value]) => within(name, value));
}
