import { type Request, type Response, Router } from "express";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { sendProblem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";
import { type AskedProject, findProject } from "./asked.ts";
import { eventData } from "./event.ts";
import { issueData } from "./issue.ts";
import { issueListData } from "./issue-list.ts";
import { routeData } from "./route.ts";
import { routeListData } from "./routes-list.ts";
import { traceData } from "./trace.ts";
import { traceListData } from "./traces.ts";

/** A page's content as data: everything is checked by the time it is called. */
export type DataHandler = (asked: AskedProject, request: Request) => Promise<object | Problem>;

/** The pages' content at their own paths with `.json` appended (SPEC section 10). */
export function dataRoutes(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const answer = (handler: DataHandler) => async (request: Request, response: Response) => {
    const asked = await findProject(services, request);
    const content = isProblem(asked) ? asked : await handler(asked, request);
    response.set("Cache-Control", "private, no-cache");
    if (isProblem(content)) sendProblem(response, content);
    else response.json(content);
  };
  router.get("/:project/issues.json", answer(issueListData));
  router.get("/:project/issues/:issue.json", answer(issueData));
  router.get("/:project/issues/:issue/events/:event.json", answer(eventData));
  router.get("/:project/traces.json", answer(traceListData));
  router.get("/:project/traces/:trace.json", answer(traceData));
  router.get("/:project/routes.json", answer(routeListData));
  router.get("/:project/routes/:route.json", answer(routeData));
  return router;
}
