// `npm run format`: formats everything and applies lint fixes.
import { install, run } from './tasks.mjs';

install();
run('biome', ['check', '--write', '.']);
