import * as v from "valibot";
import { fillThisIn } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { IgnoreUntil } from "#server/domain/issue/state.ts";
import type { TriageAct } from "#server/services.ts";

/** The acts of SPEC section 10: field `intent`, and what belongs to it. Reads to an act, or to what is wrong. */
export function readTriage(form: FormData, nowMs: number): { ok: true; act: TriageAct } | ({ ok: false } & WrongForm) {
  const read = readForm(triageForm, form);
  if (!read.ok) return read;
  if (read.fields.intent !== "ignore") return { ok: true, act: read.fields };
  const until = untilOf(read.fields);
  if (until.kind === "time" && until.at <= nowMs)
    return { ok: false, ...wrongForm({ until: "Give a time that is still to come." }, valuesOf(read.fields)) };
  return { ok: true, act: { intent: "ignore", until } };
}

const some = "Write a whole number from 1 to 1,000,000.";
const howMany = v.optional(v.pipe(v.string(), v.trim(), v.regex(/^(?:[1-9]\d{0,5}|1000000)?$/, some)));

const notATime = "Write a day and a time in UTC, like 2026-12-24 18:00.";
// What <input type=datetime-local> sends is meant as UTC: the page says so, and the server knows no other zone.
const time = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?)?$/, notATime),
    v.check((text) => text === "" || !Number.isNaN(parseUtc(text)), notATime),
  ),
);

const triageForm = v.variant(
  "intent",
  [
    v.object({ intent: v.literal("resolve") }),
    v.object({ intent: v.literal("resolve-next") }),
    v.object({
      intent: v.literal("resolve-in"),
      release: v.pipe(
        v.string(fillThisIn),
        v.trim(),
        v.minLength(1, fillThisIn),
        v.maxLength(200, "Use at most 200 characters."),
      ),
    }),
    v.object({ intent: v.literal("ignore"), until: time, count: howMany, users: howMany }),
    v.object({ intent: v.literal("reopen") }),
  ],
  "There is no such act.",
);

type IgnoreFields = { until?: string; count?: string; users?: string };

function untilOf({ until, count, users }: IgnoreFields): IgnoreUntil {
  if (until) return { kind: "time", at: parseUtc(until) };
  if (count) return { kind: "count", count: Number(count) };
  if (users) return { kind: "users", users: Number(users) };
  return { kind: "forever" };
}

function valuesOf({ until = "" }: IgnoreFields): WrongForm["values"] {
  return { intent: "ignore", until };
}

function parseUtc(text: string): number {
  const dated = text.replace(" ", "T");
  return Date.parse(dated.endsWith("Z") || !dated.includes("T") ? dated : `${dated}Z`);
}
