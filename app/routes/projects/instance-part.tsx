import { href, Link } from "react-router";
import { rateText } from "#app/routes/routes/figure-text.ts";
import { bytesText } from "#app/ui/format/bytes.ts";
import { counted, grouped } from "#server/domain/count.ts";
import { Stats } from "#app/ui/stats.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Services } from "#server/services.ts";
import type { BackupReading } from "#server/read/read-storage.ts";

type Instance = { bytes: number; mostBytes?: number; eventDays: number; backup?: Backup };

/** `at`: missing if there is no backup. */
type Backup = { at?: number; state: "verified" | "unverified" | "overdue" };

/** Undefined while the database doesn't respond: reachable projects are still shown. */
export async function readInstance({
  store,
  readSizes,
  readBackups,
}: Services): Promise<Instance | undefined> {
  const read = Promise.all([store.retention.limits(), readSizes(), readBackups?.()]);
  const parts = await read.catch(() => undefined);
  if (!parts) return undefined;
  const [{ eventDays, telemetryBytes }, { days, besides }, backups] = parts;
  const { main, artifacts } = besides;
  return {
    bytes: days.reduce((sum, day) => sum + day.bytes, main + artifacts),
    eventDays,
    ...(telemetryBytes !== undefined && { mostBytes: telemetryBytes }),
    ...(backups && { backup: backupOf(backups) }),
  };
}

function backupOf({ last, isOverdue }: BackupReading): Backup {
  if (!last) return { state: isOverdue ? "overdue" : "unverified" };
  const isVerified = last.verified?.takenAt === last.takenAt;
  return {
    at: Date.parse(last.takenAt),
    state: isOverdue ? "overdue" : isVerified ? "verified" : "unverified",
  };
}

type Props = Instance & { events: number; eventsPerMinute: number; now: number };

/** Load and storage of the instance, for its owners. */
export function InstancePart({
  events,
  eventsPerMinute,
  bytes,
  mostBytes,
  eventDays,
  backup,
  now,
}: Props) {
  return (
    <section className="part">
      <div className="row between">
        <h2>This instance</h2> <Link to={href("/settings/storage")}>Storage settings</Link>
      </div>
      <Stats
        stats={[
          ["Events, last 24 hours", grouped(events)],
          ["Ingest rate, last hour", `${rateText(eventsPerMinute)}/min`],
          [
            "Storage",
            mostBytes === undefined
              ? bytesText(bytes)
              : `${bytesText(bytes)} of ${bytesText(mostBytes)}`,
          ],
          ["Retention", counted(eventDays, "day")],
          ["Last backup", backup && <BackupText key="backup" {...backup} now={now} />],
        ]}
      />
    </section>
  );
}

function BackupText({ at, state, now }: Backup & { now: number }) {
  return (
    <>
      {at === undefined ? "None" : <Time at={at} now={now} />}{" "}
      {state === "overdue" && <small className="bad">Overdue</small>}
      {state === "verified" && <small className="good">Verified</small>}
      {state === "unverified" && at !== undefined && <small>Not verified</small>}
    </>
  );
}
