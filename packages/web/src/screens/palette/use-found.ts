import { type FindPart, type FoundRecord, findEverywhere, inOrder } from '@forecourt/core';
import { useEffect, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { serviceDay } from '../../platform/service-day.ts';

/** How long typing must pause before the service is asked, in ms. */
const TYPING_MS = 150;

interface Answers {
  readonly text: string;
  readonly parts: readonly FindPart[];
  readonly done: boolean;
}

const NONE: Answers = { text: '', parts: [], done: true };

const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

/** Records whose number or name begins with the text, as the service's lists answer one by one. */
export function useFound(typed: string) {
  const { client } = usePortal();
  const text = typed.trim();
  const [answers, setAnswers] = useState(NONE);
  useEffect(() => {
    if (text.length < 2) return;
    const leaving = new AbortController();
    const answer = (part: FindPart) =>
      setAnswers((now) => {
        const before = now.text === text ? now.parts : [];
        return { text, parts: [...before, part], done: false };
      });
    const timer = setTimeout(() => {
      const { signal } = leaving;
      findEverywhere(client, text, { signal, today: serviceDay(), onPart: answer })
        .then(() => setAnswers((now) => ({ ...now, text, done: true })))
        // Only an abort ends it so: the next text has taken its place.
        .catch(() => undefined);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [client, text]);
  const current = answers.text === text;
  // Until the answers arrive, those to a shorter text still hold where they fit.
  const usable = current || (answers.text.length > 1 && text.startsWith(answers.text));
  const all = text.length < 2 || !usable ? [] : inOrder(answers.parts);
  const found: readonly FoundRecord[] = current
    ? all
    : all.filter(({ title }) => plain(title).startsWith(plain(text)));
  return {
    found,
    /** Resources whose lists have rows for a filter by the text. */
    filtering: current
      ? answers.parts.flatMap(({ filters, resource }) => (filters ? [resource] : []))
      : [],
    searching: text.length > 1 && !(current && answers.done),
    missing: current ? answers.parts.flatMap(({ error, label }) => (error ? [label] : [])) : [],
  };
}
