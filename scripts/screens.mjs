// `npm run screens [name …]`: a picture of every screen in every brand, light and dark, wide and narrow, each looked
// through by axe. --brand, --scheme and --width choose; --docs puts the documentation's pictures in their place.
import { at, build, install, node, run } from './tasks.mjs';

install();
build();
run(node, ['--conditions=source', at('packages/web/test/screens.ts'), ...process.argv.slice(2)]);
