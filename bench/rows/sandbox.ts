import { bareNode, type Row } from '../row.ts';
import { firstAnswer } from '../sandbox-process.ts';

export const rows: readonly Row[] = [
  {
    name: 'sandbox, start to first answer',
    prepare: async () => {
      // The first start of all makes the data.
      await firstAnswer();
      return {
        goal: 3.5,
        ours: { name: 'sandbox', run: firstAnswer },
        against: bareNode,
        runs: 15,
      };
    },
  },
];
