/** First id of a transaction: beyond every code a provider prints, since one route takes both (TXN-10). */
export const FIRST_TRANSACTION_ID = 1_000_000_000_001;
