// `npm run screens [name …]`: takes a screenshot of every screen in every brand, light and dark, wide and narrow, and
// checks each with axe. --brand, --scheme and --width select; --docs updates the documentation's images.
import { at, build, install, node, run } from './tasks.mjs';

install();
build();
run(node, ['--conditions=source', at('packages/web/test/screens.ts'), ...process.argv.slice(2)]);
