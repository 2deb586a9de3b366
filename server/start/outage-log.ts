import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { Log } from "#server/telemetry/log.ts";

const everyMs = 60_000;

/**
 * During an outage of the database, or of a cluster's node, everything that uses it fails: jobs,
 * deliveries, pages. Combines their failures into one log line per minute. `isTold`: another thread
 * logs the database's outage already, so this one doesn't.
 */
export function condenseOutages(log: Log, isTold: () => boolean = () => false): Log {
  const database = condense(log, "The database", isTold);
  const node = condense(log, "A node of the database cluster", () => false);
  return (level, message, fields) => {
    const cause = diskCauseOf(fields?.["error"]);
    if (cause === "away") return database(message, fields!["error"]);
    if (cause === "node-away") return node(message, fields!["error"]);
    log(level, message, fields);
  };
}

/** `subject`: what does not respond. */
function condense(
  log: Log,
  subject: string,
  isTold: () => boolean,
): (message: string, error: unknown) => void {
  let failures: { [message: string]: number } = {};
  let count = 0;
  let wasTold = false;
  let last: unknown;

  function tell(): void {
    if (!wasTold && !isTold())
      log("warn", `${subject} did not respond ${count} times within a minute.`, {
        failures,
        error: messageOf(last),
      });
    [failures, count, wasTold, last] = [{}, 0, false, undefined];
  }

  return (message, error) => {
    if (count === 0) setTimeout(tell, everyMs).unref();
    count += 1;
    failures[message] = (failures[message] ?? 0) + 1;
    wasTold ||= isTold();
    last = error;
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
