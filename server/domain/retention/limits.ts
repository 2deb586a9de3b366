import { counted } from "#server/domain/count.ts";

export const daysMax = 400;

type RetentionRule = {
  /** Default in days before today. */
  days: number;
  /** Name in the audit log and in `spoor doctor`. */
  name: string;
  label: string;
  hint: string;
};

/**
 * Data that expires after a number of days. The form, its validation, the audit log, and `spoor
 * doctor` use this table.
 */
export const retentionRules = {
  eventDays: {
    days: 30,
    name: "events",
    label: "Retention of events, traces, attachments, and check-ins, days",
    hint: `1 to ${daysMax}. Issues and counts are kept until deleted.`,
  },
  // Daily rollups; finer ones expire earlier (domain/rollup/tier.ts).
  rollupDays: {
    days: 400,
    name: "metrics",
    label: "Retention of metrics, days",
    hint: "Hourly data is kept for 35 days, 5-minute data for 2 days.",
  },
} as const satisfies { [field: string]: RetentionRule };

export type RetentionField = keyof typeof retentionRules;
export const retentionFields = Object.keys(retentionRules) as RetentionField[];

/** One value per rule. */
export const forEachRule = <T>(
  make: (field: RetentionField) => T,
): { [field in RetentionField]: T } =>
  Object.fromEntries(retentionFields.map((field) => [field, make(field)])) as {
    [field in RetentionField]: T;
  };

/** Days of each rule, and the storage limit of telemetry. Issues stay until they are deleted. */
export type RetentionLimits = { [field in RetentionField]: number } & {
  /** Bytes of all files of days together; absent: only the disk's limit. */
  telemetryBytes?: number;
};

export const defaultLimits: RetentionLimits = forEachRule((field) => retentionRules[field].days);

/** `events 30 days, metrics 400 days`. */
export const daysOfRules = (limits: RetentionLimits): string =>
  retentionFields
    .map((field) => `${retentionRules[field].name} ${counted(limits[field], "day")}`)
    .join(", ");

/** Name of the instance setting, JSON of differences from the defaults. */
export const retentionSetting = "retention";

/** Unreadable values count as not set: a damaged setting deletes nothing. */
export function limitsFrom(text: string | undefined): RetentionLimits {
  const set = parsed(text);
  const { telemetryBytes } = set;
  return {
    ...forEachRule((field) => {
      const days = set[field];
      return isDays(days) ? days : defaultLimits[field];
    }),
    ...(typeof telemetryBytes === "number" && telemetryBytes > 0 && { telemetryBytes }),
  };
}

function parsed(text: string | undefined): { [name in keyof RetentionLimits]?: unknown } {
  try {
    return { ...(JSON.parse(text ?? "{}") as object) };
  } catch {
    return {};
  }
}

const isDays = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= daysMax;
