import type { Pace } from "#server/domain/alert/channel.ts";

/** `at most 20 an hour, quiet from 22:00 to 07:00 (UTC)`. */
export function paceWords({ mostPerHour, quiet, digest }: Pace): string {
  const amount = digest ? `one letter a ${digest}` : `at most ${mostPerHour} an hour`;
  return quiet ? `${amount}, quiet from ${quiet.from} to ${quiet.to} (${quiet.timeZone})` : amount;
}
