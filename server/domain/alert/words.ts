import { counted } from "#server/domain/count.ts";
import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import type { VitalName } from "#server/domain/vital/vital.ts";
import type { AlertCondition, RouteMeasure } from "./rule.ts";

/** `an hour`, `30 minutes`: after “in”. */
export const withinWords = (minutes: number): string =>
  minutes === 60 ? "an hour" : windowWords(minutes);

/** `hour`, `24 hours`, `30 minutes`: after “the last”. */
export function windowWords(minutes: number): string {
  if (minutes === 60) return "hour";
  if (minutes === 1) return "minute";
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** `412 ms`, `12.5%`; CLS without unit. */
export function routeValueWords(measure: RouteMeasure, value: number): string {
  return measure === "failure-rate"
    ? `${Number((100 * value).toPrecision(3))}%`
    : spokenDuration(value);
}

export const vitalValueWords = (vital: VitalName, value: number): string =>
  vital === "cls" ? String(Number(value.toPrecision(3))) : spokenDuration(value);

export const vitalShort = (vital: VitalName): string =>
  vital === "hydration" ? "Hydration" : vital.toUpperCase();

export const measureWords = (measure: RouteMeasure): string =>
  measure === "failure-rate" ? "failure rate" : measure;

/** A rule's condition as a sentence without the period. */
export function conditionWords(when: AlertCondition): string {
  switch (when.kind) {
    case "issue-new":
      return "A new issue is created";
    case "issue-regressed":
      return "A resolved issue regresses";
    case "issue-escalated":
      return "An ignored issue reaches its threshold";
    case "frequency": {
      const what =
        when.measure === "events"
          ? counted(when.moreThan, "event")
          : counted(when.moreThan, "user");
      const where = when.of === "issue" ? "An issue has" : "The project has";
      return `${where} more than ${what} in ${withinWords(when.windowMinutes)}`;
    }
    case "spike": {
      const what =
        when.of === "issue" ? "Events of an issue exceed" : "Events of the project exceed";
      return `${what} ${when.factor} times the usual rate for that hour`;
    }
    case "route": {
      const value = routeValueWords(when.measure, when.over);
      const measure = when.measure === "failure-rate" ? "Failure rate" : when.measure;
      return `${measure} of ${when.route || "any route"} is above ${value} in ${withinWords(when.windowMinutes)}`;
    }
    case "vital": {
      const value = vitalValueWords(when.vital, when.over);
      return `${vitalShort(when.vital)} of ${when.page || "any page"} is above ${value} (p75) in ${withinWords(when.windowMinutes)}`;
    }
    case "check-in":
      return `${when.monitor ? `Monitor ${when.monitor}` : "Any monitor"} misses a check-in, times out, or fails`;
    case "release":
      return "A release sends its first data";
  }
}

/** Only conditions on issues have an issue filter. */
export const hasFilter = (kind: AlertCondition["kind"]): boolean =>
  kind.startsWith("issue-") || isOfTraffic(kind);
/** Releases belong to no single environment. */
export const hasEnvironment = (kind: AlertCondition["kind"]): boolean => kind !== "release";
/** Evaluated over a window or hour, and compared with the previous result. */
const isOfTraffic = (kind: AlertCondition["kind"]): boolean =>
  kind === "frequency" || kind === "spike";
