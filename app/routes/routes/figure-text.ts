import { grouped } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";

/** Requests per minute: one decimal, two below 0.1; tiny values are `<0.01`. */
export function rateText(perMinute: number): string {
  if (perMinute >= 99.5) return grouped(Math.round(perMinute));
  if (perMinute >= 0.095) return perMinute.toFixed(perMinute >= 9.95 ? 0 : 1);
  if (perMinute >= 0.005) return perMinute.toFixed(2);
  return perMinute > 0 ? "<0.01" : "0";
}

/** A share of requests: `0`, `0.4%`, `12%`; tiny values are `<0.01%`. */
export function shareText(share: number | undefined): string {
  if (share === undefined) return "–";
  const percent = share * 100;
  if (percent === 0) return "0%";
  if (percent < 0.01) return "<0.01%";
  return `${percent < 9.95 ? Number(percent.toPrecision(2)) : Math.round(percent)}%`;
}

/** `+38%`, `−12%`, above ten times `×14`. With a minus sign, not a hyphen. */
export function changeText(by: number): string {
  if (by >= 9) return `×${Math.round(by + 1)}`;
  return `${by < 0 ? "−" : "+"}${Math.round(Math.abs(by) * 100)}%`;
}

export const apdexText = (apdex: number): string => apdex.toFixed(2);

/** Three digits, the precision of a sketch: `145 ms`, `63.6 ms`, `1.35 s`. */
export const percentileText = (ms: number): string =>
  ms >= 99.95 && ms < 999.5 ? `${Math.round(ms)} ms` : durationText(ms);
