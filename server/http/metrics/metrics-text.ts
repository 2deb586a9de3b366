import type { IntakeState } from "#server/digest/intake/intake-state.ts";
import type { OutcomeCounts } from "#server/digest/intake/outcome-counts.ts";
import { type Trouble, troubleKinds } from "#server/domain/health/trouble.ts";
import { filterReasons } from "#server/domain/outcomes.ts";
import type { PoolFigures } from "#server/storage/store.ts";
import { counter, formatMetrics, gauge, labeled, type Metric } from "./format.ts";

/** Values read from disk and database. Currently unknown values are absent. */
export type InstanceFigures = {
  diskFreeBytes?: number;
  databaseBytes?: number;
  backupAgeSeconds?: number;
  verifiedBackupAgeSeconds?: number;
};

type MetricsDeps = {
  state: IntakeState;
  residentBytes: number;
  instance: InstanceFigures;
  /** By thread; absent with SQLite. */
  pools: { [thread: string]: PoolFigures | undefined };
  /** Latency and event loop. */
  measured: Metric[];
};

/**
 * Counters count from process start. A problem is 1 while it lasts, and `spoor_trouble` without a
 * label is their number.
 */
export function metricsText({
  state,
  residentBytes,
  instance,
  pools,
  measured,
}: MetricsDeps): string {
  return formatMetrics([
    ...queueMetrics(state),
    ...outcomeMetrics(state),
    troubleMetric(state.troubles),
    troubleSinceMetric(state.troubles),
    gauge(
      "spoor_disk_free_bytes",
      "Free space on the disk of the data folder.",
      instance.diskFreeBytes,
    ),
    gauge(
      "spoor_database_bytes",
      "Size of the database, including telemetry and uploads.",
      instance.databaseBytes,
    ),
    gauge(
      "spoor_backup_age_seconds",
      "Time since the last backup; absent before the first.",
      instance.backupAgeSeconds,
    ),
    gauge(
      "spoor_backup_verified_age_seconds",
      "Time since the last verified backup; absent before the first.",
      instance.verifiedBackupAgeSeconds,
    ),
    ...poolMetrics(pools),
    ...measured,
    gauge("process_resident_memory_bytes", "Resident memory.", residentBytes),
  ]);
}

function queueMetrics({ queue, accepted, refused }: IntakeState): Metric[] {
  const byReason = {
    name: "spoor_requests_refused_total",
    type: "counter",
    help: "Requests rejected, by reason.",
  } as const;
  return [
    gauge("spoor_queue_requests", "Requests in the queue on disk.", queue.requests),
    gauge("spoor_queue_bytes", "Size of the queue on disk.", queue.bytes),
    gauge(
      "spoor_queue_age_seconds",
      "Age of the oldest request in the queue.",
      queue.oldestMs / 1000,
    ),
    gauge(
      "spoor_queue_drained_bytes_per_second",
      "Processing rate of the queue.",
      queue.drainedPerMs * 1000,
    ),
    counter("spoor_requests_accepted_total", "Requests acknowledged.", accepted),
    labeled(byReason, "reason", refused),
  ];
}

function outcomeMetrics({
  outcomes: { stored, dropped, filtered },
  deliveries,
}: IntakeState): Metric[] {
  const items = {
    name: "spoor_items_stored_total",
    type: "counter",
    help: "Items stored, by category.",
  } as const;
  const help = "Items received and not stored, by reason.";
  const reasons = { ...noDrops, ...dropped };
  return [
    counter("spoor_events_stored_total", "Error events stored.", stored["error"] ?? 0),
    labeled(items, "category", stored),
    labeled({ name: "spoor_items_dropped_total", type: "counter", help }, "reason", reasons),
    filterMetric(filtered),
    counter("spoor_deliveries_delivered_total", "Notifications delivered.", deliveries.delivered),
    counter(
      "spoor_deliveries_failed_total",
      "Notifications that failed after the last attempt.",
      deliveries.failed,
    ),
  ];
}

function filterMetric(filtered: OutcomeCounts["filtered"]): Metric {
  const help =
    "Items dropped by inbound filters, by filter. Included in the items dropped as filtered.";
  const byFilter = Object.fromEntries(
    filterReasons.map((reason) => [reason.replace(" ", "_"), filtered[reason] ?? 0]),
  );
  return labeled({ name: "spoor_items_filtered_total", type: "counter", help }, "filter", byFilter);
}

const noDrops = {
  duplicate: 0,
  rate_limited: 0,
  filtered: 0,
  invalid: 0,
  unsupported: 0,
  sampled_out: 0,
  client_discard: 0,
  not_stored: 0,
};

function troubleMetric(troubles: Trouble[]): Metric {
  const current = new Set(troubles.map(({ kind }) => kind));
  const byKind = troubleKinds.map((kind) => ({
    labels: { kind },
    value: current.has(kind) ? 1 : 0,
  }));
  const help = "Number of current problems. By kind: 1 while the problem lasts.";
  return {
    name: "spoor_trouble",
    type: "gauge",
    help,
    samples: [{ value: current.size }, ...byKind],
  };
}

function troubleSinceMetric(troubles: Trouble[]): Metric {
  const help = "Start of each current problem as a Unix timestamp; absent without problems.";
  const samples = [...Map.groupBy(troubles, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    labels: { kind },
    value: Math.min(...ofKind.map(({ since }) => since)) / 1000,
  }));
  return { name: "spoor_trouble_since_seconds", type: "gauge", help, samples };
}

function poolMetrics(pools: MetricsDeps["pools"]): Metric[] {
  const threads = Object.entries(pools).flatMap(([thread, figures]) =>
    figures ? [{ thread, figures }] : [],
  );
  const connections = threads.flatMap(({ thread, figures: { inUse, idle } }) => [
    { labels: { thread, state: "in_use" }, value: inUse },
    { labels: { thread, state: "idle" }, value: idle },
  ]);
  const waiting = threads.map(({ thread, figures }) => ({
    labels: { thread },
    value: figures.waiting,
  }));
  return [
    {
      name: "spoor_postgres_connections",
      type: "gauge",
      help: "PostgreSQL connections, by thread and state.",
      samples: connections,
    },
    {
      name: "spoor_postgres_waiting",
      type: "gauge",
      help: "Statements waiting for a connection.",
      samples: waiting,
    },
  ];
}
