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
 * What a process offers that started while its database is away: it takes events, says how it is,
 * and every page is a 503.
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
  // Which pages there are nothing here knows; a path may hold a token and is not logged.
  app.use(failure(log, () => "unknown"));
  return app;
}

const databaseAway = () =>
  Object.assign(new Error("The database does not respond."), { code: "database-away" });

/** Who is asking only the database knows. */
const unanswered = new Proxy(
  {},
  { get: () => () => Promise.reject(databaseAway()) },
) as Services["commands"];
