/** Bytes on disk of days together. */
export const totalOf = (days: readonly { bytes: number }[]): number =>
  days.reduce((sum, { bytes }) => sum + bytes, 0);
