import { onNode24 } from './on-node-24.ts';

await onNode24(() => import('../admin.ts'));
