/** `12,345`: without a locale, so that server and browser render the same. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 event`, `1,204 events`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `71%`; tiny values are `<1%`. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "0%";
  const share = (100 * part) / whole;
  return share > 0 && share < 1 ? "<1%" : `${Math.round(share)}%`;
}

/** From 0 to 1; undefined of nothing. */
export const shareOf = (part: number, whole: number): number | undefined =>
  whole > 0 ? part / whole : undefined;
