import { redactResult } from '@forecourt/cli/host';
import type { FieldIssue, Need, Option } from '@forecourt/core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/sdk/types.js';
import { plainLine } from './plain.ts';
import { Refusal } from './tool.ts';

type Schema = ElicitRequestFormParams['requestedSchema'];
type Property = Schema['properties'][string];

/** A person behind the client, asked by elicitation. The model answers none of it. */
export interface Asker {
  /** Asks for all needs in one form below what is known; returns the answers by name. Throws a `Refusal` if nobody answers. */
  forNeeds(known: Known, needs: readonly Need[]): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Resolves if the person agrees to exactly these lines. Throws a `Refusal` otherwise. Card numbers are masked, because
   * clients may show a model what they asked; the number of `invoice` is none.
   */
  toConfirm(title: string, lines: readonly string[], invoice?: string): Promise<void>;
  /** Resolves to the key of the option that the person chose. Throws a `Refusal`, with `declined` if they chose none. */
  toChoose(title: string, lines: readonly string[], choice: Choice): Promise<string>;
}

/** What a form stands below: its title, and facts in lines. */
export interface Known {
  readonly title: string;
  readonly lines: readonly string[];
  /** The number of the invoice it is about, which is no card number. */
  readonly invoice?: string | undefined;
}

interface Choice {
  readonly label: string;
  readonly options: readonly Option[];
  readonly declined: string;
  readonly invoice?: string | undefined;
}

/** Longest time for a person to answer. */
const PATIENCE_MS = 10 * 60_000;

const NOBODY =
  'This client cannot ask a person (it has no elicitation of forms), and no change is made without one. Nothing was done. Use a client with elicitation, or the portal or the command line.';
const DECLINED = 'The person declined. Nothing was done. Do not call again unless they ask for it.';

/** '' where it says no more than the label. */
const hintOf = (need: Need, [issue]: readonly FieldIssue[] = need.issues): string => {
  if (issue && issue.code !== 'required') return plainLine(issue.message);
  if (need.kind === 'field' && need.input === 'day') return 'YYYY-MM-DD';
  if (need.kind === 'field' && need.input === 'instant') return 'YYYY-MM-DDTHH:mm:ss';
  const known = need.offer ? `${need.offer.label}: ${need.offer.value}` : '';
  return [known, need.unit].filter(Boolean).join(' ');
};

function propertyOf(need: Need): Property {
  const hint = hintOf(need);
  const base = { title: plainLine(need.label), ...(hint && { description: hint }) };
  switch (need.kind) {
    case 'choice': {
      if (need.options.length === 0) throw new Refusal(`${need.label} has nothing to choose from.`);
      const oneOf = need.options.map(({ key, value }) => ({ const: key, title: plainLine(value) }));
      return { ...base, type: 'string', oneOf };
    }
    case 'flags': {
      const anyOf = need.options.map(({ key, value }) => ({ const: key, title: plainLine(value) }));
      return { ...base, type: 'array', items: { anyOf } };
    }
    case 'flag':
      return { ...base, type: 'boolean', default: need.value };
    case 'field': {
      if (need.secret) {
        throw new Refusal(
          `${need.label} is a secret: it is never asked for here. Use the portal or the command line.`,
        );
      }
      // Amounts stay texts: a number of JSON may have lost its last digit.
      const limits = need.required ? { minLength: 1, maxLength: 2000 } : { maxLength: 2000 };
      const isDay = need.input === 'day' ? ({ format: 'date' } as const) : {};
      return { ...base, type: 'string', ...isDay, ...limits };
    }
    case 'confirmation':
    case 'file':
      throw new Refusal(`${need.label} can't be given here.`);
  }
}

/** Opens the asker of one call. `signal` ends the question with the call that asked it; a later answer is ignored. */
export function openAsker(server: Server, signal: AbortSignal): Asker {
  async function ask(message: string, requestedSchema: Schema, declined = DECLINED) {
    if (!server.getClientCapabilities()?.elicitation?.form) throw new Refusal(NOBODY);
    const options = { signal, timeout: PATIENCE_MS };
    const answer = await server
      .elicitInput({ mode: 'form', message, requestedSchema }, options)
      .catch((error: Error) => {
        throw new Refusal(`Nobody answered, so nothing was done. (${plainLine(error.message)})`);
      });
    if (answer.action !== 'accept') throw new Refusal(declined);
    return answer.content ?? {};
  }
  const messageOf = (lines: readonly string[], invoice: string | undefined) =>
    lines.map((line) => redactResult(plainLine(line), { invoice_number: invoice })).join('\n');
  return {
    forNeeds: ({ invoice, lines, title }, needs) =>
      ask(messageOf([`${plainLine(title)}: please complete.`, ...lines], invoice), {
        type: 'object',
        properties: Object.fromEntries(needs.map((need) => [need.name, propertyOf(need)])),
        required: needs.filter(({ required }) => required).map(({ name }) => name),
      }),
    async toConfirm(title, lines, invoice) {
      const { confirm } = await ask(messageOf([title, ...lines], invoice), {
        type: 'object',
        properties: {
          confirm: { type: 'boolean', title: 'Do exactly this, once', default: false },
        },
        required: ['confirm'],
      });
      if (confirm !== true) throw new Refusal(DECLINED);
    },
    async toChoose(title, lines, { declined, invoice, label, options }) {
      const oneOf = options.map(({ key, value }) => ({ const: key, title: value }));
      const { choice } = await ask(
        messageOf([title, ...lines], invoice),
        {
          type: 'object',
          properties: { choice: { type: 'string', title: label, oneOf } },
          required: ['choice'],
        },
        declined,
      );
      const chosen = options.find(({ key }) => key === choice);
      if (chosen === undefined) throw new Refusal(declined);
      return chosen.key;
    },
  };
}
