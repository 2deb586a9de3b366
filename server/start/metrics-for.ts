import type { Config } from "#server/config.ts";
import type { IntakeState } from "#server/digest/intake/intake-state.ts";
import type { MetricsAccess } from "#server/http/metrics/handler.ts";
import type { Metric } from "#server/http/metrics/format.ts";
import { metricsText } from "#server/http/metrics/metrics-text.ts";
import { createReadInstance } from "#server/read/read-instance.ts";
import type { Store } from "#server/storage/store.ts";

type MetricsSources = {
  /** Absent until the database responds for the first time. */
  store?: Store;
  state: () => IntakeState;
  measured?: (() => Metric)[];
};

/** Access rules and sources of `/metrics`. */
export function metricsFor(
  config: Config,
  { store, state, measured = [] }: MetricsSources,
): MetricsAccess {
  const { dataFolder, metricsToken, publicUrl, trustProxy } = config;
  const elapsed = () => performance.now();
  const readInstance = createReadInstance({
    ...(store && { store }),
    dataFolder,
    now: Date.now,
    elapsed,
  });
  return {
    // Spoor doesn't terminate TLS: an https URL implies a proxy.
    behindProxy: trustProxy !== undefined || publicUrl?.startsWith("https:") === true,
    ...(metricsToken !== undefined && { token: metricsToken }),
    async text() {
      const now = state();
      return metricsText({
        state: now,
        residentBytes: process.memoryUsage.rss(),
        instance: await readInstance(),
        pools: { pages: store?.pool?.(), worker: now.pool },
        measured: measured.map((each) => each()),
      });
    },
  };
}
