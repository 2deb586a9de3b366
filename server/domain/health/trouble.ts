/** Why a disk or a database refuses writes. */
export type DiskCause =
  | "full"
  | "read-only"
  | "failing"
  | "locked"
  | "cancelled"
  | "damaged"
  | "away"
  | "node-away"
  | "exhausted"
  | "other";

/** A problem that stops Spoor or has damaged data. `since`: milliseconds since 1970. */
export type Trouble = { since: number } & (
  | { kind: "spool-refused"; cause: DiskCause }
  | { kind: "storing-failed"; cause: DiskCause }
  | { kind: "database-damaged" }
  | { kind: "database-away"; takesEvents: boolean }
  | { kind: "day-damaged"; day: string }
  | { kind: "day-missing"; day: string }
  | { kind: "artifacts-damaged" }
  | { kind: "spool-damaged"; segment: number; lostBytes: number }
  | { kind: "overloaded" }
  /** `goodAt`: time of the last successful backup. */
  | { kind: "backup-overdue"; goodAt?: number }
  | { kind: "worker-down" }
);

/** Each has a series in `/metrics`; the type keeps the list complete. */
export const troubleKinds = Object.keys({
  "spool-refused": true,
  "storing-failed": true,
  "database-away": true,
  "database-damaged": true,
  "day-damaged": true,
  "day-missing": true,
  "artifacts-damaged": true,
  "spool-damaged": true,
  overloaded: true,
  "backup-overdue": true,
  "worker-down": true,
} satisfies Record<Trouble["kind"], true>) as Trouble["kind"][];

/**
 * Whether requests are refused because of it: `/readyz` then reports it, and a load balancer uses
 * another server.
 */
export function refusesEvents(trouble: Trouble): boolean {
  const { kind } = trouble;
  if (kind === "database-away") return !trouble.takesEvents;
  return kind === "spool-refused" || kind === "worker-down" || kind === "database-damaged";
}

/** Messages of all problems of a running instance: for the log, `/readyz`, and owners' pages. */
export function troubleSentence(trouble: Trouble): string {
  switch (trouble.kind) {
    case "spool-refused":
      return `Can't write to disk: ${causes[trouble.cause]}. New events are rejected until this is fixed. Accepted events are safe.`;
    case "storing-failed":
      return `Accepted events can't be stored: ${causes[trouble.cause]}. They are queued on disk and will be stored ${after(trouble.cause)}.`;
    case "database-damaged":
      return "The database spoor.db is damaged. Run “spoor doctor” for details. Then stop Spoor and restore a backup with “spoor restore”.";
    case "database-away":
      return `The database has not responded since ${timeOf(trouble.since)}. ${trouble.takesEvents ? takesEvents : refusesAll}`;
    case "day-damaged":
      return `The telemetry of ${trouble.day} is damaged and not shown. All other days are shown. Run “spoor doctor” to see how to restore it from a backup. Without a backup, stop Spoor and run “spoor salvage ${trouble.day}” to recover what is readable.`;
    case "day-missing":
      return `The telemetry file of ${trouble.day} is missing. All other days are shown. Run “spoor doctor” to see how to restore it from a backup.`;
    case "artifacts-damaged":
      return "The file artifacts.db is damaged: uploaded source maps may not be applied. Stop Spoor and restore it from a backup, or delete it and upload again.";
    case "spool-damaged":
      return `Segment ${trouble.segment} of the spool is damaged: ${trouble.lostBytes} bytes of accepted events cannot be read and were skipped.`;
    case "overloaded":
      return "Events arrive faster than they can be stored. Accepted events are queued. The largest senders are throttled first.";
    case "backup-overdue":
      return `No scheduled backup has succeeded ${trouble.goodAt === undefined ? "yet" : `since ${timeOf(trouble.goodAt)}`}. See the log or run “spoor doctor”.`;
    case "worker-down":
      return "The ingestion thread ended and is being restarted.";
  }
}

const takesEvents =
  "New events are accepted and queued on disk. Pages are unavailable until it responds.";
const refusesAll =
  "New events are rejected, because this process does not know the client keys. Check the database and DATABASE_URL.";

const timeOf = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** When it will be resolved: a damaged day is set aside when it is not open. */
const after = (cause: DiskCause) =>
  cause === "damaged" ? "after a restart" : "automatically when possible";

/** For pages opened in the meantime. */
export function unreadableSentence(cause: DiskCause): string {
  if (cause === "damaged") return troubleSentence({ kind: "database-damaged", since: 0 });
  if (cause === "away") return awaySentence;
  return `The database can't be read: ${causes[cause]}. Accepted events are safe.`;
}

/** Shown on each page in the meantime. */
const awaySentence =
  "This instance can't reach its database, so pages are unavailable. Accepted events are safe. Try again in a minute.";

const causes: Record<DiskCause, string> = {
  full: "the disk is full",
  "read-only": "the file system is read-only",
  failing: "reading or writing failed",
  locked: "another program has locked the database",
  cancelled: "the database server cancels statements (statement_timeout, or an administrator)",
  damaged: "a database file is damaged",
  away: "the database does not respond",
  "node-away": "a node of the database cluster does not respond, and some projects are on it",
  exhausted: "the machine is out of open files, threads, or memory",
  other: "see the log",
};
