import { Router } from "express";

export type Health = {
  /** Undefined when events can be taken; otherwise the sentence that says why not. */
  unreadyBecause: () => string | undefined;
};

/** `/healthz`: the process answers. `/readyz`: it can take events. */
export function healthRoutes({ unreadyBecause }: Health): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  router.get("/readyz", (_request, response) => {
    const reason = unreadyBecause();
    if (reason === undefined) response.json({ status: "ready" });
    else response.status(503).json({ status: "unready", detail: reason });
  });
  return router;
}
