import type { Store } from '../db/store.ts';
import type { DemoScale } from './demo-scale.ts';
export async function seedDemo(_store: Store, _day: string, _scale: DemoScale): Promise<void> {}
