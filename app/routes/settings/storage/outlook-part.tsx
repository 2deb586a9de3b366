import { bytesText } from "#app/ui/bytes.ts";
import { counted } from "#app/ui/count.ts";
import { daysLeft, type Forecast } from "#server/domain/retention/forecast.ts";
import type { RetentionLimits } from "#server/domain/retention/limits.ts";
import { isNear } from "#server/domain/retention/plan.ts";
import type { StorageReading } from "#server/retention-services.ts";
import { totalOf } from "./total.ts";

type OutlookProps = Pick<StorageReading, "limits" | "days" | "disk" | "forecast"> & { now: number };

const scarceBytes = 1024 ** 3;
const scarceShare = 0.05;

/** Where it leads, and what goes next. */
export function OutlookPart({ limits, days, disk, forecast, now }: OutlookProps) {
  const [oldest] = days;
  return (
    <>
      {isScarce(disk) && (
        <p className="error">
          The disk is nearly full: when it is, nothing more is taken in. Make room, or set a lower limit below.
        </p>
      )}
      {forecast ? (
        <p>{outlook(forecast, limits)}</p>
      ) : (
        <p>How fast it grows is known after the first whole day, at midnight UTC.</p>
      )}
      {isNear(totalOf(days), limits) && <p>The limit is near: the oldest days are being thinned.</p>}
      {oldest && (
        <p>
          Next to go for its age: <time dateTime={oldest.day}>{oldest.day}</time>,{" "}
          {whenWords(daysLeft(oldest.day, limits, now))}, with {counted(oldest.events, "event")} and{" "}
          {counted(oldest.traces, "trace")} ({bytesText(oldest.bytes)}).
        </p>
      )}
    </>
  );
}

const isScarce = ({ freeBytes, totalBytes }: StorageReading["disk"]): boolean =>
  freeBytes < scarceBytes || freeBytes < scarceShare * totalBytes;

function outlook({ bytesPerDay, limitInDays, diskFullInDays }: Forecast, limits: RetentionLimits): string {
  const perDay = `A day brings ${bytesText(Math.round(bytesPerDay))}, by the mean of the last whole days.`;
  if (diskFullInDays !== undefined)
    return `${perDay} At this rate the disk is full in ${counted(diskFullInDays, "day")}.`;
  if (limitInDays === undefined)
    return `${perDay} At this rate no limit of size is reached before days go for their age.`;
  const limit = bytesText(limits.telemetryBytes ?? 0);
  return `${perDay} At this rate the limit of ${limit} is reached in ${counted(limitInDays, "day")}; from then on as much goes as comes.`;
}

export const whenWords = (days: number): string => (days === 0 ? "within minutes" : `in ${counted(days, "day")}`);
