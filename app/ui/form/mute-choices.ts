import { forever } from "#server/domain/alert/rule.ts";

/** How long an alert rule or a monitor can be muted. */
export const muteChoices: { readonly [length: string]: string } = {
  "1h": "For an hour",
  "8h": "For 8 hours",
  "1d": "For a day",
  "7d": "For a week",
  ever: "Until I unmute",
};

const lengthsHours: { readonly [length: string]: number } = {
  "1h": 1,
  "8h": 8,
  "1d": 24,
  "7d": 168,
};

/** The end of a mute as a time in ms; undefined if the form's value is not one of the choices. */
export function muteEnd(length: unknown, now: number): number | undefined {
  if (length === "ever") return forever;
  const hours = typeof length === "string" ? lengthsHours[length] : undefined;
  return hours === undefined ? undefined : now + hours * 3_600_000;
}
