// `npm run format`: formats everything and mends what lint can mend.
import { install, run } from './tasks.mjs';

install();
run('biome', ['check', '--write', '.']);
