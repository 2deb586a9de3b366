/** Tag keys of an issue that are printed unless asked otherwise. */
export const keysShown = 50;

/**
 * Keys that are looked at for those that most events carry: sums of their counts are made on the
 * way. Digestion bounds the keys of an issue far below; an older folder may hold any number, and of
 * those the first by name are looked at.
 */
export const keysLookedAt = 2_000;
