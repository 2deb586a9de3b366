import type { ReleaseIndex } from "./shop-services.ts";

/** The week in hours before its end, independent of when it ends. */
export const hourMs = 3_600_000;
export const weekHours = 168;
/** Errors start before the traffic. */
export const oldestHours = 312;
export const stepHours = 1;

/** When the three releases were deployed. */
export const deployHours = [161, 72.2, 5.1] as const;

/** When the cart error was resolved. It regresses with the last release. */
export const resolvedHours = 90;

export const releaseAt = (hoursBefore: number): ReleaseIndex =>
  hoursBefore <= deployHours[2] ? 2 : hoursBefore <= deployHours[1] ? 1 : 0;

/** More by day than by night, and twice as much at the end of the week as at its start. */
export function trafficAt(hoursBefore: number): number {
  const day = 1 + 0.45 * Math.sin(((hoursBefore + 3) / 24) * 2 * Math.PI);
  return day * (1 - 0.5 * (hoursBefore / weekHours));
}
