import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { Log } from "#server/telemetry/log.ts";

const everyMs = 60_000;

/**
 * During a database outage, everything that uses it fails: jobs, deliveries, pages. Combines their
 * failures into one log line per minute. `isTold`: another thread logs it already, so this one
 * doesn't.
 */
export function condenseOutages(log: Log, isTold: () => boolean = () => false): Log {
  let failures: { [message: string]: number } = {};
  let count = 0;
  let wasTold = false;
  let last: unknown;

  function tell(): void {
    if (!wasTold && !isTold())
      log("warn", `The database did not respond ${count} times within a minute.`, {
        failures,
        error: messageOf(last),
      });
    [failures, count, wasTold, last] = [{}, 0, false, undefined];
  }

  return (level, message, fields) => {
    if (diskCauseOf(fields?.["error"]) !== "away") return log(level, message, fields);
    if (count === 0) setTimeout(tell, everyMs).unref();
    count += 1;
    failures[message] = (failures[message] ?? 0) + 1;
    wasTold ||= isTold();
    last = fields!["error"];
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
