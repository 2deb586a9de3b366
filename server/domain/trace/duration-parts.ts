/** A duration for columns: number and unit separately. */
export type DurationParts = { value: string; unit: "µs" | "ms" | "s" | "min" | "h" };

/**
 * `350 µs`, `61.4 ms`, `1.20 s`, `2.5 min`, `3.0 h`. Without a locale, so that server and browser
 * render the same.
 */
export function durationParts(ms: number): DurationParts {
  if (ms === 0) return { value: "0", unit: "ms" };
  if (ms < 0.9995) return { value: String(Math.round(ms * 1e3)), unit: "µs" };
  if (ms < 999.95) return { value: ms.toFixed(1), unit: "ms" };
  if (ms < 59_995) return { value: (ms / 1e3).toFixed(2), unit: "s" };
  if (ms < 3_597_000) return { value: (ms / 60_000).toFixed(1), unit: "min" };
  return { value: (ms / 3_600_000).toFixed(1), unit: "h" };
}

/** For sentences, with fewer digits: `212 ms`, `3.9 ms`, `1.2 s`. */
export function spokenDuration(ms: number): string {
  const { value, unit } = durationParts(ms);
  if (unit === "s") return `${Number((ms / 1e3).toFixed(1))} s`;
  if (unit === "ms") return `${ms < 9.95 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
  return `${value} ${unit}`;
}
