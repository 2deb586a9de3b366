/** Scheduled backups. */
export type BackupSchedule = {
  /** Absolute path of a folder used by this instance only. */
  folder: string;
  /** Minutes after midnight UTC, ascending. */
  minutes: number[];
  /** Number of backups to keep. */
  keep: number;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** `02:00` or `02:00,14:30`; undefined for anything else. */
export function parseTimes(text: string): number[] | undefined {
  const times = text.split(",").map((each) => /^([01]\d|2[0-3]):([0-5]\d)$/.exec(each.trim()));
  const minutes = times.flatMap((time) => (time ? [60 * Number(time[1]) + Number(time[2])] : []));
  return minutes.length === times.length
    ? [...new Set(minutes)].toSorted((a, b) => a - b)
    : undefined;
}

/** `02:00 and 14:30 UTC`. */
export function timesText({ minutes }: Pick<BackupSchedule, "minutes">): string {
  const digits = (value: number) => String(value).padStart(2, "0");
  const times = minutes.map(
    (minute) => `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`,
  );
  return `${times.join(", ").replace(/, ([^,]*)$/, " and $1")} UTC`;
}

/** The last scheduled time not after `now`, in milliseconds since 1970. */
export function lastTime({ minutes }: Pick<BackupSchedule, "minutes">, now: number): number {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const times = [midnight - dayMs, midnight].flatMap((day) =>
    minutes.map((minute) => day + minute * minuteMs),
  );
  return times.findLast((time) => time <= now)!;
}

/** The longest interval between scheduled times. */
export function intervalMs({ minutes }: Pick<BackupSchedule, "minutes">): number {
  const gaps = minutes.map(
    (minute, index) => minute - (minutes[index - 1] ?? minutes.at(-1)! - 24 * 60),
  );
  return Math.max(...gaps) * minuteMs;
}

/**
 * Whether the last successful backup is older than two intervals. `goodAt` undefined: there is
 * none.
 */
export function isOverdue(
  schedule: BackupSchedule,
  goodAt: number | undefined,
  now: number,
): boolean {
  return goodAt === undefined || now - goodAt > 2 * intervalMs(schedule);
}
