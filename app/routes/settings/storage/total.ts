/** Total bytes on disk of days. */
export const totalOf = (days: readonly { bytes: number }[]): number =>
  days.reduce((sum, { bytes }) => sum + bytes, 0);
