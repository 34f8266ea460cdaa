/** Where the service has its cards (CARD-14). */
export const CARDS_PATH = 'fuel-card-management';

/** Path of one card. */
export const cardPath = (id: string): string => `${CARDS_PATH}/${encodeURIComponent(id)}`;
