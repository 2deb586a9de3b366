import * as v from "valibot";
import { requiredMessage, nameField } from "#server/domain/form/fields.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { intervalUnits } from "#server/domain/monitor/interval.ts";
import {
  isMonitorSlug,
  type Monitor,
  type MonitorConfig,
  monitorDefaults,
  monitorLimits,
} from "#server/domain/monitor/monitor.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { MonitorForm } from "#server/commands/monitors.ts";

const whole = (least: number, most: number) =>
  v.pipe(
    v.string(requiredMessage),
    v.trim(),
    v.regex(/^\d{1,6}$/, "Enter a whole number."),
    v.transform(Number),
    v.minValue(least, `Use ${least} or more.`),
    v.maxValue(most, `Use ${most} or less.`),
  );

const slugText = v.pipe(
  v.string(requiredMessage),
  v.trim(),
  v.minLength(1, requiredMessage),
  v.maxLength(monitorLimits.slugLength, "Use at most 50 characters."),
  v.check(
    isMonitorSlug,
    "Use lowercase letters, digits, hyphens, and underscores only. “new” is reserved.",
  ),
);

const own = {
  name: nameField,
  slug: slugText,
  timeZone: v.pipe(v.string(requiredMessage), v.trim(), v.minLength(1, requiredMessage)),
  marginMinutes: whole(0, monitorLimits.marginMinutes),
  maxRuntimeMinutes: whole(1, monitorLimits.maxRuntimeMinutes),
  failureThreshold: whole(1, monitorLimits.threshold),
  recoveryThreshold: whole(1, monitorLimits.threshold),
};

/** Only the fields of the selected schedule type count. */
export const monitorForm = v.variant(
  "kind",
  [
    v.object({
      ...own,
      kind: v.literal("crontab"),
      expression: v.pipe(
        v.string(requiredMessage),
        v.trim(),
        v.minLength(1, requiredMessage),
        v.maxLength(monitorLimits.expressionLength, "Use at most 200 characters."),
      ),
    }),
    v.object({
      ...own,
      kind: v.literal("interval"),
      every: whole(1, monitorLimits.every),
      unit: v.picklist(intervalUnits, "Select an option."),
    }),
  ],
  "Select an option.",
);

type Fields = v.InferOutput<typeof monitorForm>;

export function monitorOfForm(fields: Fields): MonitorForm {
  const {
    name,
    slug,
    timeZone,
    marginMinutes,
    maxRuntimeMinutes,
    failureThreshold,
    recoveryThreshold,
  } = fields;
  const schedule: MonitorConfig["schedule"] =
    fields.kind === "crontab"
      ? { kind: "crontab", expression: fields.expression.replaceAll(/\s+/g, " ") }
      : { kind: "interval", every: fields.every, unit: fields.unit };
  return {
    name,
    slug,
    schedule,
    timeZone,
    marginMinutes,
    maxRuntimeMinutes,
    failureThreshold,
    recoveryThreshold,
  };
}

/** Initial values of the fields. */
export function formOf(monitor: Partial<Monitor>): WrongForm["values"] {
  const { name = "", slug = "", schedule } = monitor;
  const { timeZone, ...numbers } = { ...monitorDefaults, ...monitor };
  const crontab = schedule?.kind === "interval" ? "" : (schedule?.expression ?? "");
  const interval = schedule?.kind === "interval" ? schedule : { every: 1, unit: "hour" };
  return {
    name,
    slug,
    kind: schedule?.kind ?? "crontab",
    expression: crontab,
    timeZone,
    every: String(interval.every),
    unit: interval.unit,
    marginMinutes: String(numbers.marginMinutes),
    maxRuntimeMinutes: String(numbers.maxRuntimeMinutes),
    failureThreshold: String(numbers.failureThreshold),
    recoveryThreshold: String(numbers.recoveryThreshold),
  };
}

/** The field for a command's error. */
export function fieldOf({ causes = [] }: Problem): string {
  return causes[0] === "schedule" ? "expression" : (causes[0] ?? "form");
}
