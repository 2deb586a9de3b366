import * as v from "valibot";
import { requiredMessage } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { DeleteAct, TriageAct } from "#server/domain/issue/act.ts";
import type { IgnoreUntil } from "#server/domain/issue/state.ts";
import { ignoreChoices } from "./ignore-choices.ts";

/** An action in a form; `to` is resolved later. */
export type FormAct =
  | Exclude<TriageAct, { intent: "assign" }>
  | { intent: "assign"; to: string }
  | DeleteAct;

/** Actions on an issue: field `intent` and its parameters. Parses to an action or errors. */
export function readTriage(
  form: FormData,
  nowMs: number,
): { ok: true; act: FormAct } | ({ ok: false } & WrongForm) {
  const read = readForm(triageForm, form);
  if (!read.ok) return read;
  const { fields } = read;
  if (fields.intent === "delete")
    return { ok: true, act: { intent: "delete", discard: fields.discard !== undefined } };
  if (fields.intent === "ignore-for")
    return { ok: true, act: { intent: "ignore", until: ignoreChoices[fields.for].until(nowMs) } };
  if (fields.intent !== "ignore") return { ok: true, act: fields };
  const until = untilOf(fields);
  if (until.kind === "time" && until.at <= nowMs)
    return { ok: false, ...wrongForm({ until: "Enter a time in the future." }, valuesOf(fields)) };
  return { ok: true, act: { intent: "ignore", until } };
}

const some = "Enter a whole number from 1 to 1,000,000.";
const howMany = v.optional(
  v.pipe(v.string(), v.trim(), v.regex(/^(?:[1-9]\d{0,5}|1000000)?$/, some)),
);

const notATime = "Enter a date and time in UTC, like 2026-12-24 18:00.";
// <input type=datetime-local> is read as UTC: the page says so, and the server knows no other zone.
const time = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?)?$/, notATime),
    v.check((text) => text === "" || !Number.isNaN(parseUtc(text)), notATime),
  ),
);

const choices = Object.keys(ignoreChoices) as (keyof typeof ignoreChoices)[];

const triageForm = v.variant(
  "intent",
  [
    v.object({ intent: v.literal("resolve") }),
    v.object({ intent: v.literal("resolve-next") }),
    v.object({
      intent: v.literal("resolve-in"),
      release: v.pipe(
        v.string(requiredMessage),
        v.trim(),
        v.minLength(1, requiredMessage),
        v.maxLength(200, "Use at most 200 characters."),
      ),
    }),
    v.object({
      intent: v.literal("ignore"),
      until: time,
      count: howMany,
      users: howMany,
      escalates: v.optional(v.literal("yes")),
    }),
    v.object({ intent: v.literal("ignore-for"), for: v.picklist(choices, "Select an option.") }),
    v.object({ intent: v.literal("reopen") }),
    v.object({
      intent: v.literal("assign"),
      to: v.optional(v.pipe(v.string(), v.maxLength(300, "Use at most 300 characters.")), ""),
    }),
    v.object({ intent: v.literal("delete"), discard: v.optional(v.literal("yes")) }),
  ],
  "Unknown action.",
);

type IgnoreFields = { until?: string; count?: string; users?: string; escalates?: string };

function untilOf({ until, count, users, escalates }: IgnoreFields): IgnoreUntil {
  if (until) return { kind: "time", at: parseUtc(until) };
  if (count) return { kind: "count", count: Number(count) };
  if (users) return { kind: "users", users: Number(users) };
  return { kind: escalates ? "escalates" : "forever" };
}

function valuesOf({ until = "" }: IgnoreFields): WrongForm["values"] {
  return { intent: "ignore", until };
}

function parseUtc(text: string): number {
  const dated = text.replace(" ", "T");
  return Date.parse(dated.endsWith("Z") || !dated.includes("T") ? dated : `${dated}Z`);
}
