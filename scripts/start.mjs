// `npm start`: installs and builds what is missing, then serves portal and API on one address.
import { at, become, build, install, node } from './tasks.mjs';

const given = process.argv.slice(2);
if (given.length > 0) {
  console.error(`npm start takes no arguments, and got: ${given.join(' ')}`);
  console.error('Its settings are environment variables, such as PORT=4301 npm start.');
  process.exit(2);
}
install();
build();
become(node, [at('examples', 'sandbox', 'dist', 'serve.js')]);
