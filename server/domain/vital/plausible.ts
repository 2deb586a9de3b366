import type { VitalName } from "./vital.ts";

const hourMs = 3_600_000;
const mostShift = 100;

/** A stopped clock or a broken sender must not count: no vital is negative, takes over an hour or shifts a page a hundred times. */
export function isPlausible(vital: VitalName, value: number): boolean {
  return value >= 0 && value <= (vital === "cls" ? mostShift : hourMs);
}
