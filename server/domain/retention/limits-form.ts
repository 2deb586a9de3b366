import * as v from "valibot";
import { gibibyte } from "./gib-text.ts";
import { daysMax, forEachRule, type RetentionLimits } from "./limits.ts";

/** Below this, today and yesterday, which are never deleted, would not fit. */
const gibibytesMin = 0.05;

const daysWrong = `Enter a whole number from 1 to ${daysMax}.`;
const daysField = v.pipe(
  v.string(daysWrong),
  v.trim(),
  v.regex(/^\d{1,3}$/, daysWrong),
  v.transform(Number),
  v.check((days) => days >= 1 && days <= daysMax, daysWrong),
);

const sizeWrong = `Enter a number of GiB from ${gibibytesMin} to 1000000, like 20, or leave it blank.`;
const sizeField = v.pipe(
  v.optional(v.string(sizeWrong), ""),
  v.trim(),
  v.regex(/^(\d{1,7}(\.\d{1,3})?)?$/, sizeWrong),
  v.check(
    (text) => text === "" || (Number(text) >= gibibytesMin && Number(text) <= 1_000_000),
    sizeWrong,
  ),
  v.transform((text) => (text === "" ? undefined : Math.round(Number(text) * gibibyte))),
);

/** A field per rule, and `size` in GiB, empty for no limit. */
export const limitsForm = v.pipe(
  v.object({ ...forEachRule(() => daysField), size: sizeField }),
  v.transform(({ size, ...days }): RetentionLimits => ({
    ...days,
    ...(size !== undefined && { telemetryBytes: size }),
  })),
);

/** A project's `eventDays`, empty for the instance's. */
export const projectDaysForm = v.object({
  eventDays: v.pipe(
    v.optional(v.string(daysWrong), ""),
    v.trim(),
    v.regex(/^\d{0,3}$/, daysWrong),
    v.check((days) => days === "" || (Number(days) >= 1 && Number(days) <= daysMax), daysWrong),
    v.transform((days) => (days === "" ? null : Number(days))),
  ),
});
