/**
 * Holds the check against every variant, of as many seeds as wanted: `npm run variants [seeds] [first seed]`. Exit 1 where one
 * is answered otherwise than a careful clerk would.
 */
import { differences } from './answers.ts';
import { variants } from './variants.ts';

const [count = 1, first = 1] = process.argv.slice(2).map(Number);
const kinds = new Map<string, { right: number; wrong: number }>();
for (let seed = first; seed < first + count; seed += 1) {
  for (const variant of variants(seed)) {
    const wrong = await differences(variant);
    const kind = kinds.get(variant.kind) ?? { right: 0, wrong: 0 };
    kinds.set(variant.kind, kind);
    if (wrong.length === 0) kind.right += 1;
    else kind.wrong += 1;
    if (wrong.length > 0)
      console.log(`seed ${seed}: ${variant.name}\n  ${wrong.slice(0, 4).join('\n  ')}`);
  }
}
const sum = (of: 'right' | 'wrong') => [...kinds.values()].reduce((all, kind) => all + kind[of], 0);
const wrong = [...kinds].filter(([, kind]) => kind.wrong > 0);
for (const [name, kind] of wrong)
  console.log(`${name}: ${kind.wrong} of ${kind.right + kind.wrong} wrong`);
console.log(
  `${kinds.size} kinds, ${sum('right') + sum('wrong')} files: ${sum('right')} right, ${sum('wrong')} wrong`,
);
process.exitCode = sum('wrong') > 0 ? 1 : 0;
