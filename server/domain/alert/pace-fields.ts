import * as v from "valibot";
import type { ClockTime, Pace } from "./channel.ts";
import { defaultMostPerHour } from "./template.ts";

const trimmed = v.pipe(v.optional(v.string(), ""), v.trim());
const clock = v.pipe(
  trimmed,
  v.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, "Enter a time like 22:00."),
);
const mostSays = "Enter a whole number from 1 to 1,000.";

/** How often and when to notify. */
export const paceFields = {
  mostPerHour: v.pipe(
    trimmed,
    v.transform((text) => (text === "" ? defaultMostPerHour : Number(text.replaceAll(",", "")))),
    v.check((count) => Number.isInteger(count) && count >= 1 && count <= 1_000, mostSays),
  ),
  quietFrom: clock,
  quietTo: clock,
  timeZone: v.pipe(trimmed, v.check(isTimeZone, "Enter a time zone like Europe/Berlin, or UTC.")),
  digest: v.optional(v.picklist(["", "day", "week"], "Select an option."), ""),
};

export type PaceFields = v.InferOutput<ReturnType<typeof whole>>;
const whole = () => v.object(paceFields);

export function paceOfFields({
  mostPerHour,
  quietFrom,
  quietTo,
  timeZone,
  digest,
}: PaceFields): Pace | { wrong: string } {
  if ((quietFrom === "") !== (quietTo === ""))
    return { wrong: "Enter both the start and the end of quiet hours." };
  const quiet = {
    from: quietFrom as ClockTime,
    to: quietTo as ClockTime,
    timeZone: timeZone || "UTC",
  };
  return { mostPerHour, ...(quietFrom !== "" && { quiet }), ...(digest !== "" && { digest }) };
}

export function paceValues({ mostPerHour, quiet, digest }: Pace): { [field: string]: string } {
  const { from = "", to = "", timeZone = "" } = quiet ?? {};
  return {
    mostPerHour: String(mostPerHour),
    quietFrom: from,
    quietTo: to,
    timeZone,
    digest: digest ?? "",
  };
}

function isTimeZone(name: string): boolean {
  if (name === "") return true;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
