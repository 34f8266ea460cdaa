/** First id of a transaction: above every printed code, because one route accepts both (TXN-10). */
export const FIRST_TRANSACTION_ID = 1_000_000_000_001;
