import { durationParts } from "#server/domain/trace/duration-parts.ts";

/** `61.4 ms`, for columns. */
export function durationText(ms: number): string {
  const { value, unit } = durationParts(ms);
  return `${value} ${unit}`;
}
