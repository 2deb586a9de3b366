const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `2026-11-21 14:03:07 UTC`: without a locale, so that server and browser render the same. */
export function utc(timeMs: number): string {
  return utcOf(new Date(timeMs).toISOString());
}

/** The same for a time in ISO 8601. */
export function utcOf(iso: string): string {
  return `${iso.slice(0, 19).replace("T", " ")} UTC`;
}

/** `14:03:07.112`, for a time on a known day. */
export function clock(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(11, 23);
}

/** `Nov 22, 18:27:31`, at this offset from UTC. */
export function moment(timeMs: number, offset = 0): string {
  const [, day, month, , time] = new Date(timeMs + offset).toUTCString().split(" ");
  return `${month} ${Number(day)}, ${time}`;
}

/** `4 minutes ago`, `in 3 hours`; after a week, the day: `Nov 12`. */
export function ago(timeMs: number, nowMs: number): string {
  const span = spanOf(timeMs, nowMs);
  if (span === "now") return "just now";
  if (span === "long") return dayText(timeMs, nowMs);
  const words = `${span.amount} ${span.unit}${span.amount === 1 ? "" : "s"}`;
  return timeMs > nowMs ? `in ${words}` : `${words} ago`;
}

/** `4m`, for columns, which show past times. */
export function agoShort(timeMs: number, nowMs: number): string {
  const span = spanOf(timeMs, nowMs);
  if (span === "now") return "now";
  if (span === "long") return ago(timeMs, nowMs);
  const words = `${span.amount}${span.unit[0]}`;
  return timeMs > nowMs ? `in ${words}` : words;
}

/** `Nov 12`; `Nov 12, 2025` for another year. */
export function dayText(timeMs: number, nowMs: number): string {
  const [, day, month, year] = new Date(timeMs).toUTCString().split(" ");
  return `${month} ${Number(day)}${year === String(new Date(nowMs).getUTCFullYear()) ? "" : `, ${year}`}`;
}

type Span = "now" | "long" | { amount: number; unit: "minute" | "hour" | "day" };

/** Future times are rounded: 7 days minus a second is not 6 days. */
function spanOf(timeMs: number, nowMs: number): Span {
  const ms = Math.abs(nowMs - timeMs);
  const round = timeMs > nowMs ? Math.round : Math.floor;
  const [minutes, hours, days] = [round(ms / minuteMs), round(ms / hourMs), round(ms / dayMs)];
  if (ms < minuteMs) return "now";
  if (minutes < 60) return { amount: minutes, unit: "minute" };
  if (hours < 24) return { amount: hours, unit: "hour" };
  return days < 8 ? { amount: days, unit: "day" } : "long";
}
