import type { Verdict } from './judge.ts';
import { type Mutant, mutated } from './mutators.ts';

/** A judged mutant, as the report has it. */
export interface Judged {
  readonly part: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly diff: string;
  readonly verdict: Verdict;
  /** Why it has no visible effect. */
  readonly explained?: string;
  /** What `mutants-explained.json` needs to name it. */
  readonly identity: object;
}

/** Returns the lines before and after the mutation. */
export function diffOf(text: string, mutant: Mutant): string {
  const from = text.slice(0, mutant.start).split('\n').length - 1;
  const rows = text.slice(mutant.start, mutant.end).split('\n').length;
  const before = text.split('\n').slice(from, from + rows);
  const after = mutated(text, mutant)
    .split('\n')
    .slice(from, from + mutant.replacement.split('\n').length);
  const shown = before.length > 8 ? [...before.slice(0, 4), '…', before.at(-1) ?? ''] : before;
  return [...shown.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)].join('\n');
}

export const hasSurvived = ({ verdict }: Pick<Judged, 'verdict'>): boolean =>
  verdict.state === 'survived' || verdict.state === 'no-coverage';

interface Score {
  readonly mutants: number;
  readonly caught: number;
  readonly survived: number;
  readonly explained: number;
  readonly percent: number;
}

/** Counts results. A mutant that the type check refuses isn't one, and an explained survivor counts neither way. */
export function scoreOf(judged: readonly Judged[]): Score {
  const counted = judged.filter(({ verdict }) => verdict.state !== 'refused');
  const survivors = counted.filter(hasSurvived);
  const explained = survivors.filter((one) => one.explained !== undefined).length;
  const caught = counted.length - survivors.length;
  const all = counted.length - explained;
  return {
    ...{ mutants: counted.length, caught, survived: survivors.length - explained, explained },
    percent: all === 0 ? 100 : (caught * 100) / all,
  };
}

/** Returns a line per part and one for all. */
export function tableOf(judged: readonly Judged[]): string {
  const parts = [...new Set(judged.map(({ part }) => part))];
  const rows = [...parts, 'all'].map((name) => {
    const score = scoreOf(judged.filter(({ part }) => name === 'all' || part === name));
    const numbers = [score.mutants, score.caught, score.survived, score.explained];
    return [name, ...numbers.map(String), score.percent.toFixed(1)];
  });
  return [['part', 'mutants', 'caught', 'survived', 'explained', 'percent'], ...rows]
    .map(
      ([name = '', ...cells]) => name.padEnd(16) + cells.map((cell) => cell.padStart(10)).join(''),
    )
    .join('\n');
}
