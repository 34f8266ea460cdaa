import { useState } from 'react';
import type { FormView } from './use-form.ts';

type Chosen = Readonly<Record<string, string>>;

/** The texts of the current choices by field; remembers `before`, and those of a wizard's earlier steps. */
export function useChosen(view: FormView, before: Chosen): Chosen {
  const needs = 'needs' in view ? view.needs : [];
  const [known, setKnown] = useState<Chosen>(before);
  const news = needs.flatMap((need) => {
    if (need.kind !== 'choice') return [];
    const none = need.value ? '' : (need.unchosen ?? '');
    const text = need.options.find(({ key }) => key === need.value)?.value ?? none;
    return text !== '' && known[need.name] !== text ? [[need.name, text] as const] : [];
  });
  if (news.length > 0) setKnown({ ...known, ...Object.fromEntries(news) });
  return known;
}
