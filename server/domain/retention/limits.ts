/** How long things are kept (SPEC section 9), and how much room telemetry may take. Issues stay until they are deleted. */
export type RetentionLimits = {
  /** Whole days before today for which events, traces and attachments are kept. */
  eventDays: number;
  /** The same for rollups by day; finer ones go earlier (domain/rollup/tier.ts). */
  rollupDays: number;
  /** Bytes that the days' files may take together; absent: no limit but the disk's. */
  telemetryBytes?: number;
};

export const defaultLimits: RetentionLimits = { eventDays: 30, rollupDays: 400 };

export const daysMax = 400;

/** Name of the instance's setting, JSON of what differs from the defaults. */
export const retentionSetting = "retention";

/** What is not readable counts as not set: nothing is removed for a damaged setting. */
export function limitsFrom(text: string | undefined): RetentionLimits {
  const { eventDays, rollupDays, telemetryBytes } = parsed(text);
  return {
    eventDays: isDays(eventDays) ? eventDays : defaultLimits.eventDays,
    rollupDays: isDays(rollupDays) ? rollupDays : defaultLimits.rollupDays,
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
