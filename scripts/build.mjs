// `npm run build`: installs and builds all packages, when something changed.
import { build, install } from './tasks.mjs';

install();
build();
