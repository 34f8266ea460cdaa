// Runs pnpm without a global installation: `node scripts/pnpm.mjs <arguments>`.
import { pnpm } from './tasks.mjs';

pnpm(...process.argv.slice(2));
