import * as v from "valibot";
import { requiredMessage } from "#server/domain/form/fields.ts";
import { type VitalName, vitalNames } from "#server/domain/vital/vital.ts";
import { type AlertCondition, routeMeasures } from "./rule.ts";
import type { ConditionKind } from "./template.ts";
import { budgetWindows, frequencyWindows } from "./windows.ts";

const mostOfCount = 10_000;

const trimmed = v.pipe(v.optional(v.string(), ""), v.trim());
const chooseOne = "Select an option.";
const name = v.pipe(trimmed, v.maxLength(500, "Use at most 500 characters."));

/** A number above zero in user input: `1,000`, `2.5`. */
const amount = (most: number, says: string) =>
  v.pipe(
    trimmed,
    v.minLength(1, requiredMessage),
    v.transform((text) =>
      /^\d[\d,]*(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(",", "")) : NaN,
    ),
    v.number(says),
    v.check((number) => number > 0 && number <= most, says),
  );

const window = (windows: readonly number[]) =>
  v.pipe(
    trimmed,
    v.transform(Number),
    v.check((minutes) => windows.includes(minutes), chooseOne),
  );

const count = v.pipe(
  amount(mostOfCount, `Enter a whole number from 1 to ${mostOfCount}.`),
  v.integer(`Enter a whole number from 1 to ${mostOfCount}.`),
);
const of = v.picklist(["issue", "project"], chooseOne);
const overSays = "Enter a number above 0.";
const over = amount(86_400_000, overSays);
const factor = v.pipe(
  amount(100, "Enter a number from 2 to 100."),
  v.minValue(2, "Enter a number from 2 to 100. Below 2, changes are random."),
);

const routeFields = v.pipe(
  v.object({
    kind: v.literal("route"),
    measure: v.picklist(routeMeasures, chooseOne),
    route: name,
    over,
    windowMinutes: window(budgetWindows),
  }),
  v.forward(
    v.check(
      ({ measure, over: value }) => measure !== "failure-rate" || value < 100,
      "Enter a percentage below 100.",
    ),
    ["over"],
  ),
  v.transform((when) =>
    when.measure === "failure-rate" ? { ...when, over: when.over / 100 } : when,
  ),
);

/** The fields of each kind of condition, and the resulting condition. Shares are in percent. */
export const conditionFields = {
  "issue-new": v.object({ kind: v.literal("issue-new") }),
  "issue-regressed": v.object({ kind: v.literal("issue-regressed") }),
  "issue-escalated": v.object({ kind: v.literal("issue-escalated") }),
  frequency: v.object({
    kind: v.literal("frequency"),
    of,
    measure: v.picklist(["events", "users"], chooseOne),
    moreThan: count,
    windowMinutes: window(frequencyWindows),
  }),
  spike: v.object({ kind: v.literal("spike"), of, factor }),
  route: routeFields,
  vital: v.object({
    kind: v.literal("vital"),
    vital: v.picklist<readonly VitalName[], string>(vitalNames, chooseOne),
    page: name,
    over,
    windowMinutes: window(budgetWindows),
  }),
  "check-in": v.object({ kind: v.literal("check-in"), monitor: name }),
  release: v.object({ kind: v.literal("release") }),
} satisfies { [kind in ConditionKind]: v.GenericSchema<unknown, AlertCondition> };

/** Form values of a condition: the reverse. */
export function conditionValues(when: AlertCondition): { [field: string]: string } {
  const isShare = when.kind === "route" && when.measure === "failure-rate";
  const values = isShare ? { ...when, over: Number((100 * when.over).toPrecision(6)) } : when;
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, String(value)]));
}
