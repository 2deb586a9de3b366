import express, { type Express } from "express";
import type { Intake } from "#server/digest/intake/intake.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Services } from "#server/services.ts";
import { failure } from "./failure.ts";
import { type Health, healthRoutes } from "./health.ts";
import { ingestHandler } from "./ingest-handler.ts";
import { securityHeaders } from "./security.ts";

type WithoutDatabaseDeps = {
  intake: Intake;
  health: Health;
  log: Log;
  now: () => number;
  trustProxy?: string | number;
};

/**
 * A process that started while its database is unreachable: it accepts events, reports its status,
 * and responds to every page with 503.
 */
export function withoutDatabase({
  intake,
  health,
  log,
  now,
  trustProxy,
}: WithoutDatabaseDeps): Express {
  const app = express();
  app.disable("x-powered-by");
  if (trustProxy !== undefined) app.set("trust proxy", trustProxy);
  app.use(ingestHandler({ intake, now }));
  app.use(securityHeaders({ development: false }));
  app.use(healthRoutes(health, unanswered));
  app.use((_request, _response, next) => next(databaseAway()));
  // Page patterns aren't known here. A path may contain a token and is not logged.
  app.use(failure(log, () => "unknown"));
  return app;
}

const databaseAway = () =>
  Object.assign(new Error("The database does not respond."), { code: "database-away" });

/** The caller can only be identified with the database. */
const unanswered = new Proxy(
  {},
  { get: () => () => Promise.reject(databaseAway()) },
) as Services["commands"];
