import { Day } from "#app/ui/format/day.tsx";
import { bytesText } from "#app/ui/format/bytes.ts";
import { counted } from "#server/domain/count.ts";
import { daysLeft, type Forecast } from "#server/domain/retention/forecast.ts";
import type { RetentionLimits } from "#server/domain/retention/limits.ts";
import { isNear } from "#server/domain/retention/plan.ts";
import { totalOf } from "./total.ts";
import type { StorageReading } from "#server/read/read-storage.ts";

type OutlookProps = Pick<StorageReading, "limits" | "days" | "disk" | "forecast"> & { now: number };

const scarceBytes = 1024 ** 3;
const scarceShare = 0.05;

/** Growth, and the next expiration. */
export function ForecastPart({ limits, days, disk, forecast, now }: OutlookProps) {
  const [oldest] = days;
  return (
    <>
      {isScarce(disk) && (
        <p className="error">
          The disk is nearly full. When it is full, new events are rejected. Free space or set a
          lower limit below.
        </p>
      )}
      {forecast ? (
        <p>{outlook(forecast, limits)}</p>
      ) : (
        <p>Growth is available after one full day (UTC).</p>
      )}
      {isNear(totalOf(days), limits) && <p>Near the limit: older days are being downsampled.</p>}
      {oldest && (
        <p>
          The data of <Day day={oldest.day} now={now} /> expires next,{" "}
          {whenWords(daysLeft(oldest.day, limits, now))}: {bytesText(oldest.bytes)} with{" "}
          {counted(oldest.events, "event")} and {counted(oldest.traces, "trace")}.
        </p>
      )}
    </>
  );
}

const isScarce = ({ freeBytes, totalBytes }: StorageReading["disk"]): boolean =>
  freeBytes < scarceBytes || freeBytes < scarceShare * totalBytes;

function outlook(
  { bytesPerDay, limitInDays, diskFullInDays }: Forecast,
  limits: RetentionLimits,
): string {
  const perDay = `Growth: ${bytesText(Math.round(bytesPerDay))} per day (mean of the last full days).`;
  if (diskFullInDays !== undefined)
    return `${perDay} At this rate the disk is full in ${counted(diskFullInDays, "day")}.`;
  if (limitInDays === undefined)
    return `${perDay} At this rate, days expire before the size limit is reached.`;
  const limit = bytesText(limits.telemetryBytes ?? 0);
  return `${perDay} At this rate the limit of ${limit} is reached in ${counted(limitInDays, "day")}. After that, the oldest days are deleted.`;
}

export const whenWords = (days: number): string =>
  days === 0 ? "within minutes" : `in ${counted(days, "day")}`;
