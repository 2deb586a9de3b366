import { Router } from "express";
import type { IntakeState } from "#server/digest/intake/intake-state.ts";
import { refusesEvents, troubleSentence } from "#server/domain/health/trouble.ts";
import type { Services } from "#server/services.ts";
import { allowOnly } from "./allow.ts";
import { type MetricsAccess, metricsHandler } from "#server/http/metrics/handler.ts";

export type Health = { draining: () => boolean; intake: () => IntakeState; metrics: MetricsAccess };

/**
 * `/healthz`: the process responds. `/readyz`: it can accept events; the response lists other
 * problems. `/metrics`: figures, with access checked by `metrics/handler.ts`.
 */
export function healthRoutes(
  { draining, intake, metrics }: Health,
  commands: Services["commands"],
): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  router.get("/readyz", (_request, response) => {
    const { troubles, queue } = intake();
    const away = troubles.find((trouble) => trouble.kind === "database-away");
    const database = away && {
      awaySince: new Date(away.since).toISOString(),
      takesEvents: away.takesEvents,
    };
    // Data in the spool that isn't visible on pages yet. Of this process only.
    const waiting = {
      requests: queue.requests,
      bytes: queue.bytes,
      seconds: Math.round(queue.oldestMs / 1000),
    };
    const sentences = troubles.map(troubleSentence);
    const refusing = troubles.find(refusesEvents);
    const why = draining() ? "The server is shutting down." : refusing && troubleSentence(refusing);
    if (why === undefined)
      response.json({
        status: "ready",
        waiting,
        ...(database && { database }),
        ...(sentences.length > 0 && { troubles: sentences }),
      });
    else
      response.status(503).json({
        status: "unready",
        waiting,
        ...(database && { database }),
        detail: why,
        troubles: sentences,
      });
  });
  router.get("/metrics", metricsHandler(metrics, commands));
  router.all(["/healthz", "/readyz", "/metrics"], allowOnly("GET", "HEAD"));
  return router;
}
