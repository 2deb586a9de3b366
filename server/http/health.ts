import { Router } from "express";
import type { IntakeState } from "#server/digest/intake-state.ts";
import { refusesEvents, troubleSentence } from "#server/domain/health/trouble.ts";
import { mayAdminister } from "#server/domain/people/permission.ts";
import type { Services } from "#server/services.ts";
import { allowOnly } from "./allow.ts";
import { isFromThisMachine } from "./from-this-machine.ts";
import { metricsText } from "./metrics-text.ts";
import { viewerOf } from "./viewer.ts";

export type Health = { draining: () => boolean; intake: () => IntakeState };

/**
 * `/healthz`: the process answers. `/readyz`: it can take events; what is wrong besides stands in the answer. `/metrics`: figures, for
 * programs on this machine and for owners; through a proxy somebody is neither without a token.
 */
export function healthRoutes({ draining, intake }: Health, commands: Services["commands"]): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  router.get("/readyz", (_request, response) => {
    const { troubles, queue } = intake();
    const away = troubles.find((trouble) => trouble.kind === "database-away");
    const database = away && { awaySince: new Date(away.since).toISOString(), takesEvents: away.takesEvents };
    // What is safe in the spool and not on the pages yet: of this process alone.
    const waiting = { requests: queue.requests, bytes: queue.bytes, seconds: Math.round(queue.oldestMs / 1000) };
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
      response
        .status(503)
        .json({ status: "unready", waiting, ...(database && { database }), detail: why, troubles: sentences });
  });
  router.get("/metrics", (request, response, next) => {
    const answer = (may: boolean) => {
      if (may) response.type("text/plain; version=0.0.4").send(metricsText(intake(), process.memoryUsage().rss));
      else next();
    };
    if (isFromThisMachine(request)) answer(true);
    else void viewerOf(request, commands).then((viewer) => answer(viewer !== undefined && mayAdminister(viewer)), next);
  });
  router.all(["/healthz", "/readyz", "/metrics"], allowOnly("GET", "HEAD"));
  return router;
}
