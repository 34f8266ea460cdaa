// `npm run build`: installs and builds all packages if something changed.
import { build, install } from './tasks.mjs';

install();
build();
