import { pathPart } from '../../resource/path-part.ts';
/** Path of cards at the service (CARD-14). */
export const CARDS_PATH = 'fuel-card-management';

/** Returns the path of one card. */
export const cardPath = (id: string): string => `${CARDS_PATH}/${pathPart(id)}`;
