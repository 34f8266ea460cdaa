// Runs pnpm without anybody having installed it: `node scripts/pnpm.mjs <arguments>`.
import { pnpm } from './tasks.mjs';

pnpm(...process.argv.slice(2));
