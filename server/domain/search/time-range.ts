const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * A time in a URL: `24h`, `-7d` (before `now`), a date, or milliseconds since 1970. Undefined for
 * others: an unknown filter filters nothing.
 */
export function readTime(text: string | null, now: number): number | undefined {
  if (!text) return undefined;
  const relative = /^-?(\d{1,5})([mhdw])$/.exec(text);
  if (relative) return now - Number(relative[1]) * unitMs[relative[2] as keyof typeof unitMs];
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
