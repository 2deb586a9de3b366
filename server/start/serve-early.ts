import type { RequestListener } from "node:http";
import type { BegunIntake } from "./begin-intake.ts";
import type { Config } from "#server/config.ts";
import { mountedAt } from "#server/http/base-path.ts";
import { metricsFor } from "./metrics-for.ts";
import { withoutDatabase } from "#server/http/without-database.ts";

/** One port, first without the database and then with everything. */
type SwitchedListener = { listener: RequestListener; use(next: RequestListener): void };

export function switchedListener(first: RequestListener): SwitchedListener {
  let current = first;
  return {
    listener: (request, response) => current(request, response),
    use: (next) => void (current = next),
  };
}

export const startedWithoutDatabase = ({ intake }: BegunIntake): boolean =>
  intake.state().troubles.some(({ kind }) => kind === "database-away");

type EarlyDeps = BegunIntake & { config: Config; basePath: string; draining: () => boolean };

export function earlyListener({
  intake,
  log,
  config,
  basePath,
  draining,
}: EarlyDeps): RequestListener {
  const { trustProxy } = config;
  const app = withoutDatabase({
    intake,
    log,
    now: Date.now,
    health: {
      draining,
      intake: intake.state,
      metrics: metricsFor(config, { state: intake.state }),
    },
    ...(trustProxy !== undefined && { trustProxy }),
  });
  return mountedAt(app, basePath);
}
