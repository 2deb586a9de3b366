import type { Pace } from "#server/domain/alert/channel.ts";

const digestWords = { day: "Daily digest", week: "Weekly digest" } as const;

/** `Immediately, at most 20 per hour; quiet hours from 22:00 to 07:00 (UTC)`. */
export function paceWords({ mostPerHour, quiet, digest }: Pace): string {
  const amount = digest ? digestWords[digest] : `Immediately, at most ${mostPerHour} per hour`;
  return quiet ? `${amount}; quiet hours from ${quiet.from} to ${quiet.to} (${quiet.timeZone})` : amount;
}
