// `npm start`: installs and builds what is missing, then serves portal and API on one address.
import { at, become, build, install, node } from './tasks.mjs';

install();
build();
become(node, [at('examples', 'sandbox', 'dist', 'serve.js'), ...process.argv.slice(2)]);
